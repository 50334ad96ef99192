import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/skeleton.tsx";
import { TotalsSkeleton } from "./totals.tsx";

/** The list in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Purchases">
        <Skeleton className="h-11 w-24 rounded-md" />
      </PageHeader>
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      <TotalsSkeleton />
      <SkeletonRows count={10} />
    </>
  );
}
