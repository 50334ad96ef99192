import { PageHeader } from "../../../../ui/page-header.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";

/** A receipt in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Receipt" back={{ href: "/purchases", label: "Purchase" }}>
        <Skeleton className="h-11 w-36 rounded-md" />
        <Skeleton className="h-11 w-24 rounded-md" />
      </PageHeader>
      <div role="status" aria-label="Loading">
        <Skeleton className="mx-auto h-116 max-w-md rounded-lg" />
      </div>
    </>
  );
}
