import type { ReactNode } from "react";
import { PageLink } from "#app/ui/page/page-link";
import { getAriaCurrent } from "./nav-item.ts";

interface Props {
  href: string;
  /** The page that is open. */
  path: string;
  className: string;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean | undefined;
  children: ReactNode;
}

/** A link of the navigation, marked when its page or one below it is open; `PageLinks` keeps the mark true. */
export function NavLink({ href, path, className, exact, children }: Props) {
  return (
    <PageLink
      href={href}
      data-place={exact ? "exact" : ""}
      aria-current={getAriaCurrent(path, { href, exact })}
      className={className}
    >
      {children}
    </PageLink>
  );
}
