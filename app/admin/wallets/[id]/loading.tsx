import { Skeleton, SkeletonRows } from "../../../ui/skeleton.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <Skeleton className="mb-3 h-5 w-24" />
      <Skeleton className="mb-6 h-9 w-64" />
      <SkeletonRows count={8} />
    </>
  );
}
