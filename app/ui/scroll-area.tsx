import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  /** Names the content to screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Content that may be wider or taller than its place; a keyboard scrolls it too. */
export function ScrollArea({ label, className, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
      tabIndex={0}
      className={cx("overflow-auto rounded-sm", className)}
    >
      {children}
    </section>
  );
}
