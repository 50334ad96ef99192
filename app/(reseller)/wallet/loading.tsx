import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";

/** The wallet in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Wallet">
        <Skeleton className="h-11 w-32 rounded-md" />
      </PageHeader>
      <Skeleton className="mb-6 h-24 w-56 rounded-md" />
      <Skeleton className="mb-4 h-11 w-full rounded-md md:h-[4.4rem]" />
      <SkeletonRows count={8} />
    </>
  );
}
