import { PageHeader } from "../../../../ui/page-header.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";

/** A plan's price in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="my-1 h-5.5 w-40" />}
        lead={<Skeleton className="my-1 h-4 w-36" />}
        back={{ href: "/storefront/prices", label: "Prices" }}
      />
      <div role="status" aria-label="Loading" className="grid max-w-md gap-5">
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </>
  );
}
