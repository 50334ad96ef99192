import { Bell as BellIcon } from "lucide-react";
import { PlainIcon } from "../plain-icon.tsx";
import type { Waiting } from "./nav-item.ts";
import { NavLink } from "./nav-link.tsx";
import { Count } from "./parts.tsx";

/** Leads to the notices, and says how many were not read. */
export function Bell({ notices: { href, unread }, path }: { notices: Waiting; path: string }) {
  return (
    <NavLink
      href={href}
      path={path}
      className="target relative grid place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
    >
      <span className="sr-only">Notices</span>
      <PlainIcon icon={BellIcon} className="size-5" />
      <Count count={unread} className="absolute top-0.5 left-6" />
    </NavLink>
  );
}
