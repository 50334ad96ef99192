import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton, TabsSkeleton } from "#app/ui/skeleton";

/** The queue leads to its first item by another request, and looks like itself in between. */
export default function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <PageHeader title="Review queue" tabs={<TabsSkeleton />} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[16.5rem_minmax(0,1fr)]">
        <div className="max-xl:hidden">
          <RowsSkeleton />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Skeleton className="h-7 w-96 max-w-full" />
          <Skeleton className="h-9 w-64" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </div>
    </div>
  );
}
