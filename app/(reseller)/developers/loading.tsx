import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "./tabs.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Developers" lead="Buy from your own website or app" />
      <Tabs at="/developers" />
      <div role="status" aria-label="Loading" className="grid gap-5">
        <Skeleton className="h-24 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </>
  );
}
