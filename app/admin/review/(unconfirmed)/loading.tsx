import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Unconfirmed purchases" />
      <Skeleton className="mb-6 h-11 w-full rounded-md" />
      <RowsSkeleton count={4} />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </>
  );
}
