import { PageHeader } from "#app/ui/page/page-header";
import { Skeleton } from "#app/ui/skeleton";

export default function Loading() {
  return (
    <>
      <PageHeader
        title={<Skeleton className="h-7 w-64" />}
        lead={<Skeleton className="h-5 w-48" />}
        back={{ href: "/admin/purchases", label: "Purchases" }}
      />
      <div
        role="status"
        aria-label="Loading"
        className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <Skeleton className="h-96 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </div>
    </>
  );
}
