import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Unconfirmed purchases" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
      <div className="mt-6">
        <RowsSkeleton count={4} />
      </div>
    </>
  );
}
