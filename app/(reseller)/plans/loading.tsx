import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";

/** The price list in its final layout, before its prices are there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Plans" lead={<Skeleton className="my-1 h-4 w-64" />} />
      <div className="mb-3 flex gap-2 overflow-hidden pb-1">
        {["w-16", "w-24", "w-28", "w-32"].map((width) => (
          <Skeleton key={width} className={`h-11 shrink-0 rounded-md ${width}`} />
        ))}
      </div>
      <Skeleton className="mb-4 h-11 w-full rounded-md" />
      <SkeletonRows count={9} />
    </>
  );
}
