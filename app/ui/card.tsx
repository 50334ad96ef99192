import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  id?: string;
  title?: ReactNode;
  action?: ReactNode;
  /** `false` for content with its own padding (a list, a table). */
  padded?: boolean;
  children: ReactNode;
  className?: string;
}

/** Lists use the full width of a phone. */
const FLUSH_CLASS = "border-y max-md:-mx-4 md:rounded-lg md:border";

/** A group of related content. Cards are never nested. */
export function Card({ id, title, action, padded = true, children, className }: Props) {
  return (
    <section
      id={id}
      className={cx(
        "border-line bg-surface",
        padded ? "rounded-lg border" : FLUSH_CLASS,
        id && "scroll-mt-4",
        className,
      )}
    >
      {title && (
        <header className="flex min-h-12 items-center justify-between gap-4 px-4 pt-2 md:px-5">
          <h2 className="font-semibold text-base">{title}</h2>
          {action}
        </header>
      )}
      <div className={cx(padded && "p-4 md:p-5", padded && title !== undefined && "pt-1.5 md:pt-2")}>
        {children}
      </div>
    </section>
  );
}
