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
