import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";

export default function Loading() {
  return (
    <>
      <PageHeader title="Unconfirmed" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
      <div className="mt-6">
        <SkeletonRows count={4} />
      </div>
    </>
  );
}
