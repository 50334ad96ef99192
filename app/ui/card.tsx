import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  title?: ReactNode;
  /** A link or button at the end of the title's line. */
  action?: ReactNode;
  /** `false` when the content brings its own edges (a list, a table). */
  padded?: boolean;
  children: ReactNode;
  className?: string;
}

/** A list reaches the edges of a phone: a number and a state need all of a narrow screen. */
const FLUSH = "border-y max-md:-mx-4 md:rounded-lg md:border";

/** A group of things that belong together. Few per screen, never one in another. */
export function Card({ title, action, padded = true, children, className }: Props) {
  return (
    <section className={cx("border-line bg-surface", padded ? "rounded-lg border" : FLUSH, className)}>
      {title && (
        <header className="flex min-h-12 items-center justify-between gap-4 px-4 pt-2 md:px-5">
          <h2 className="font-semibold text-base">{title}</h2>
          {action}
        </header>
      )}
      <div className={padded ? "p-4 md:p-5" : ""}>{children}</div>
    </section>
  );
}
