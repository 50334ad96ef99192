import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Ellipsis } from "#app/ui/icon/icons.ts";
import { Menu, menuItemClass } from "#app/ui/menu";
import type { ShellProps } from "./nav-item.ts";
import { AccountMenuItems, CountBadge, NavLink, NotificationBell, PhoneHead, SkipLink } from "./parts.tsx";
import { SearchLink } from "./search-link.tsx";
import { SideBar } from "./side-bar.tsx";

/** Around a reseller's pages: a bar at the bottom of a phone, at the side of a desktop. */
export function ResellerShell({ children, ...shell }: ShellProps & { children: ReactNode }) {
  const { name, items, notifications, searchAt, path } = shell;
  return (
    <div className="md:flex">
      <SkipLink />
      <SideBar {...shell} />
      <div
        data-phone-head="2"
        className="relative min-w-0 flex-1 pb-[calc(5.5rem+env(safe-area-inset-bottom))] [@media(height<30rem)]:pb-4 md:pb-12! print:pb-0"
      >
        <PhoneHead name={name} href={items[0]?.href ?? "/"}>
          <SearchLink href={searchAt} compact />
          <NotificationBell notifications={notifications} path={path} />
        </PhoneHead>
        <main id="main" tabIndex={-1} className="mx-auto max-w-5xl px-4 pt-3 outline-none md:px-8 md:pt-8">
          {children}
        </main>
      </div>
      <BottomBar {...shell} />
    </div>
  );
}

const SLOT_CLASS = "group bar-place";

const SPOT_CLASS = "grid h-8 w-14 place-items-center rounded-full";

/**
 * The phone's bar within the thumb's reach: four items, and the rest under "More". Where it would hide the
 * page, it ends it.
 */
function BottomBar({ items, person, path }: ShellProps) {
  const inBar = items.filter((item) => item.bar);
  const more = items.filter((item) => !item.bar);
  const waiting = more.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 flex border-line [@media(height<30rem)]:static border-t bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {inBar.map(({ href, label, icon: Icon, main }) => (
        <NavLink key={href} href={href} path={path} className={SLOT_CLASS}>
          <span
            className={cx(SPOT_CLASS, main ? "bg-action text-on-action" : "group-aria-[current]:bg-sunken")}
          >
            <Icon />
          </span>
          {label}
        </NavLink>
      ))}
      <Menu
        id="more"
        trigger={
          <>
            <span className={cx(SPOT_CLASS, "relative")}>
              <Ellipsis />
              <CountBadge count={waiting} className="absolute -top-1 left-9" />
            </span>
            More
          </>
        }
        triggerClass={SLOT_CLASS}
      >
        {more.map(({ href, label, icon: Icon, count }) => (
          <NavLink key={href} href={href} path={path} className={menuItemClass}>
            <Icon />
            {label}
            <CountBadge count={count} className="ml-auto" />
          </NavLink>
        ))}
        <AccountMenuItems person={person} />
      </Menu>
    </nav>
  );
}
