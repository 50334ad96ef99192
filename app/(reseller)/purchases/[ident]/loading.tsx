import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** A purchase in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="my-1 h-5.5 w-40" />}
        lead={<Skeleton className="my-1 h-4 w-36" />}
        back={{ href: "/purchases", label: "Purchases" }}
      />
      <div role="status" aria-label="Loading" className="grid items-start gap-5 lg:grid-cols-2">
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-64 rounded-lg lg:row-span-2" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  );
}
