import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Wallet" />
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Skeleton className="h-24 w-56 rounded-md" />
        <Skeleton className="h-14 w-44 rounded-md max-sm:w-full" />
      </div>
      <Skeleton className="mb-4 h-7 w-32 rounded-md" />
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      <RowsSkeleton count={8} />
    </>
  );
}
