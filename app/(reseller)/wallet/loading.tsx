import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton } from "#app/ui/skeleton";

/** The layout of the wallet while it loads. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Wallet">
        <Skeleton className="h-11 w-32 rounded-md" />
      </PageHeader>
      <Skeleton className="mb-6 h-24 w-56 rounded-md" />
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      <RowsSkeleton count={8} />
    </>
  );
}
