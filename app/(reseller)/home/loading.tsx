import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";

/** Home in its final layout, before its figures are there. */
export default function Loading() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <Skeleton className="h-6 w-20" />
          <Skeleton className="mt-2 h-12 w-60" />
          <Skeleton className="mt-2 h-6 w-48" />
        </div>
        <Skeleton className="h-14 w-full rounded-md sm:w-48" />
      </div>
      <Skeleton className="h-18 self-end rounded-lg" />
      <SkeletonRows count={8} />
    </div>
  );
}
