import type { Icon } from "#app/ui/icon/define-icon";
import type { HelperAccess } from "#lib/core/helper-permission";

export interface NavItem {
  href: string;
  label: string;
  icon: Icon;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean;
  /** The address of its section, where that is above its own. */
  section?: string;
  /** In the phone's bottom bar: four at most, the rest is under "More". */
  bar?: boolean;
  /** Never in the bar: those who have fewer pages find it under "More". */
  last?: boolean;
  /** How many things wait there: read as "3 new". */
  count?: number;
  /** Opens it to helpers: all of them, or those with a permission. */
  helpers?: HelperAccess;
  /** The main act, which stands out; one at most. */
  main?: boolean;
}

/** Gets `aria-current` of a navigation item: its own page, a page below it, or none. */
export function getAriaCurrent(
  path: string,
  { href, exact, section = href }: Pick<NavItem, "href" | "exact" | "section">,
) {
  if (path === href) return "page";
  return !exact && (path === section || path.startsWith(`${section}/`)) ? "true" : undefined;
}

export interface ShellProps {
  /** The portal's. */
  name: string;
  items: readonly NavItem[];
  /** `note` says for whom a helper sells. */
  person: { name: string; email: string; note?: string | undefined };
  /** Absent where its page isn’t open. */
  notifications?: { href: string; unread: number } | undefined;
  searchAt: string;
  path: string;
}
