import type { ReactNode } from "react";
import { Menu as MenuIcon } from "#app/ui/icon/icons.ts";
import { Menu, menuItemClass } from "#app/ui/menu";
import type { ShellProps } from "./nav-item.ts";
import { AccountMenuItems, CountBadge, NavLink, NotificationBell, PhoneHead, SkipLink } from "./parts.tsx";
import { SearchLink } from "./search-link.tsx";
import { SideBar } from "./side-bar.tsx";

/** Around an admin's pages: dense, made for a laptop; a menu at the top of a phone. */
export function AdminShell({ children, ...shell }: ShellProps & { children: ReactNode }) {
  const { items, person, notifications, searchAt, path } = shell;
  const name = `${shell.name} admin`;
  return (
    <div className="md:flex">
      <SkipLink />
      <SideBar {...shell} name={name} dense />
      <div data-phone-head="3" className="relative min-w-0 flex-1 pb-12">
        <PhoneHead name={name} href={items[0]?.href ?? "/"}>
          <SearchLink href={searchAt} compact />
          <NotificationBell notifications={notifications} path={path} />
          <Menu
            id="menu"
            label="Menu"
            trigger={<MenuIcon className="size-6" />}
            triggerClass="target -mr-2 grid place-items-center rounded-md"
          >
            <nav aria-label="Main">
              {items.map(({ href, label, icon: Icon, exact, section, count }) => (
                <NavLink
                  key={href}
                  href={href}
                  path={path}
                  exact={exact}
                  section={section}
                  className={menuItemClass}
                >
                  <Icon />
                  {label}
                  <CountBadge count={count} className="ml-auto" />
                </NavLink>
              ))}
            </nav>
            <AccountMenuItems person={person} />
          </Menu>
        </PhoneHead>
        <main id="main" tabIndex={-1} className="max-w-screen-2xl px-4 pt-4 outline-none md:px-6 md:pt-6">
          {children}
        </main>
      </div>
    </div>
  );
}
