import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Tabs } from "../tabs.tsx";

/** The page in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Developers" lead="Everything that your program can ask for">
        <Skeleton className="h-11 w-32 rounded-md" />
      </PageHeader>
      <Tabs at="/developers/reference" />
      <div role="status" aria-label="Loading" className="grid gap-5">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-160 rounded-lg" />
      </div>
    </>
  );
}
