import { PageHeader } from "#app/ui/page/page-header";
import { RowsSkeleton, Skeleton, TabsSkeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader title="Wallets" tabs={<TabsSkeleton />} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RowsSkeleton count={8} />
        <Skeleton className="h-72 w-full rounded-lg" />
      </div>
    </>
  );
}
