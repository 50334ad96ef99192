import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The settings in their final layout, before they are there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Settings" lead={<Skeleton className="my-1 h-4 w-64" />} />
      <div role="status" aria-label="Loading" className="grid gap-5">
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
    </>
  );
}
