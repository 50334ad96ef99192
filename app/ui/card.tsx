import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { PageLink } from "./page/page-link.tsx";

interface Props {
  id?: string;
  title?: ReactNode;
  action?: ReactNode;
  /** A link in the place of `action`. */
  link?: { href: string; label: string };
  /** `false` for content with its own padding (a list, a table). */
  padded?: boolean;
  children: ReactNode;
  className?: string;
}

/** Lists use the full width of a phone. */
const FLUSH_CLASS = "border-y max-md:-mx-4 md:rounded-lg md:border";

/** A group of related content. Cards are never nested. */
export function Card({ id, title, action, link, padded = true, children, className }: Props) {
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
          {link && (
            <PageLink
              href={link.href}
              className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
            >
              {link.label}
            </PageLink>
          )}
        </header>
      )}
      <div className={cx(padded && "p-4 md:p-5", padded && title !== undefined && "pt-1.5 md:pt-2")}>
        {children}
      </div>
    </section>
  );
}
