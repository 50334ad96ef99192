import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The first choice in its final layout, before the networks are there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Buy data" lead={<Skeleton className="my-1 h-4 w-48" />} />
      <div role="status" aria-label="Loading" className="lg:max-w-[calc(100%-21rem)]">
        <Skeleton className="mb-2 h-5 w-20" />
        <div className="grid grid-cols-4 gap-2">
          {[1, 2, 3, 4].map((network) => (
            <Skeleton key={network} className="h-20 rounded-md md:h-15" />
          ))}
        </div>
      </div>
    </>
  );
}
