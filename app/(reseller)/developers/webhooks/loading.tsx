import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tabs } from "../tabs.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Developers" lead="Your program is told when something happens" />
      <Tabs at="/developers/webhooks" />
      <div role="status" aria-label="Loading" className="grid gap-5">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
    </>
  );
}
