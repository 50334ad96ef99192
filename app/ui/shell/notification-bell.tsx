import { Bell as BellIcon } from "lucide-react";
import { PlainIcon } from "#app/ui/plain-icon";
import type { UnreadNotifications } from "./nav-item.ts";
import { NavLink } from "./nav-link.tsx";
import { CountBadge } from "./parts.tsx";

/** Links to the notifications and shows the number of unread ones. */
export function NotificationBell({
  notices: { href, unread },
  path,
}: {
  notices: UnreadNotifications;
  path: string;
}) {
  return (
    <NavLink
      href={href}
      path={path}
      className="target relative grid place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
    >
      <span className="sr-only">Notifications</span>
      <PlainIcon icon={BellIcon} className="size-5" />
      <CountBadge count={unread} className="absolute top-0.5 left-6" />
    </NavLink>
  );
}
