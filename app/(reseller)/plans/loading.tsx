import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The price list in its final layout, before its prices are there. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Plans" lead={<Skeleton className="my-1 h-4 w-64" />} />
      <div className="mb-3 flex gap-2 overflow-hidden pb-1">
        {["w-14", "w-24", "w-26", "w-34"].map((width) => (
          <Skeleton key={width} className={`h-11 shrink-0 rounded-md ${width}`} />
        ))}
      </div>
      <Skeleton className="mb-4 h-11 w-full rounded-md md:mt-10" />
      <LoadingGroup plans={6} />
      <LoadingGroup plans={9} />
    </>
  );
}

function LoadingGroup({ plans }: { plans: number }) {
  return (
    <div className="mb-6">
      <div className="flex min-h-12 items-center gap-2.5">
        <Skeleton className="size-7" />
        <Skeleton className="h-4 w-36" />
      </div>
      <div className="-mx-4 grid overflow-hidden border-line border-y bg-surface md:mx-0 md:rounded-lg md:border lg:grid-cols-2 xl:grid-cols-3">
        {[...Array(plans).keys()].map((plan) => (
          <div
            key={plan}
            className="-mr-px -mb-px flex h-15.5 items-center justify-between border-line border-r border-b px-4"
          >
            <Skeleton className="h-8 w-16" />
            <Skeleton className="h-8 w-32" />
          </div>
        ))}
      </div>
    </div>
  );
}
