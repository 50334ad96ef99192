import type { LucideIcon } from "lucide-react";

/** A line of the navigation. */
export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean;
  /** In the phone's bottom bar: four at most, the rest is under "More". */
  bar?: boolean;
  /** How many things wait there: read as "3 new". */
  count?: number;
  /** The main act, which stands out; one at most. */
  main?: boolean;
}

/** How the page at `path` stands to a place: it is its own, one below it, or another's. */
export function standing(path: string, { href, exact }: Pick<NavItem, "href" | "exact">) {
  if (path === href) return "page";
  return !exact && path.startsWith(`${href}/`) ? "true" : undefined;
}

/** What somebody was told: where it is read, and how much of it was not. */
export interface Waiting {
  href: string;
  unread: number;
}

/** Who is signed in, as the shells show it. */
export interface Person {
  name: string;
  email: string;
}
