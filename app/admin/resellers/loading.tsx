import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";

/** The list in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Resellers">
        <Skeleton className="h-11 w-40 rounded-md" />
      </PageHeader>
      <Skeleton className="mb-5 h-11 w-full rounded-md" />
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      <SkeletonRows count={10} />
    </>
  );
}
