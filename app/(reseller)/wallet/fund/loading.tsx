import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** How to add money in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Add money" back={{ href: "/wallet", label: "Wallet" }} />
      <div role="status" aria-label="Loading" className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-112 rounded-lg" />
        </div>
      </div>
    </>
  );
}
