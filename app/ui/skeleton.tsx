import { cx } from "./cx.ts";

/** A placeholder for text or a figure that is loading; give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={cx("block animate-pulse rounded-sm bg-sunken", className ?? "h-4 w-24")}
    />
  );
}

/** The tabs of a section, as `PageHeader` places them. */
export function TabsSkeleton() {
  return <Skeleton className="-mt-2 mb-5 h-11 w-full max-w-xl" />;
}

export function RowsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border">
      <span role="status" className="sr-only">
        Loading
      </span>
      {[...Array(count).keys()].map((row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 px-4 md:px-5">
          <Skeleton className="size-10 rounded-md" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

export function DetailSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-5 w-24" />
      <Skeleton className="mb-6 h-9 w-64" />
      <RowsSkeleton count={8} />
    </>
  );
}
