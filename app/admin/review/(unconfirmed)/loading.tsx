import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton, TabsSkeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Unconfirmed purchases" tabs={<TabsSkeleton />} />
      <RowsSkeleton count={4} />
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </>
  );
}
