import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The buy page in its final layout, before its plans are there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Buy data" lead={<Skeleton className="h-6 w-44" />} />
      <Skeleton className="mb-2 h-5 w-16" />
      <div role="status" aria-label="Loading" className="grid grid-cols-4 gap-2 lg:mr-[21rem]">
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} className="h-20 rounded-md md:h-14" />
        ))}
      </div>
    </>
  );
}
