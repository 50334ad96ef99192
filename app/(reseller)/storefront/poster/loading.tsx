import { PageHeader } from "../../../ui/page-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** The poster in its final layout, before it is there. */
export default function Loading() {
  return (
    <>
      <PageHeader
        title="Poster"
        lead="Prints on one sheet of A4."
        back={{ href: "/storefront/share", label: "Share" }}
      >
        <Skeleton className="h-11 w-24 rounded-md" />
      </PageHeader>
      <div role="status" aria-label="Loading">
        <Skeleton className="mx-auto aspect-[210/297] w-full max-w-2xl rounded-lg" />
      </div>
    </>
  );
}
