import { Card } from "../../../ui/card.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** A purchase in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-44" />}
        lead={<Skeleton className="h-5 w-36" />}
        back={{ href: "/purchases", label: "Purchases" }}
      />
      <div role="status" aria-label="Loading" className="grid items-start gap-5 lg:grid-cols-2">
        <Skeleton className="h-56 rounded-lg" />
        <Card title="What happened">
          <Skeleton className="h-28 w-full" />
        </Card>
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  );
}
