import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { ChevronsUpDown } from "#app/ui/icon/icons.ts";
import { Menu } from "#app/ui/menu";
import type { ShellProps } from "./nav-item.ts";
import { AccountMenuItems, CountBadge, NavLink, NotificationBell, PortalBrand } from "./parts.tsx";
import { SearchLink } from "./search-link.tsx";

type Props = ShellProps & {
  /** Less air, for admins. */
  dense?: boolean;
};

export function SideBar({ name, items, person, notifications, searchAt, path, dense }: Props) {
  const [first] = items;
  return (
    <header
      data-side-bar
      className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-line border-r p-4 md:flex print:hidden"
    >
      <div className="flex items-center justify-between">
        <PortalBrand name={name} href={first?.href ?? "/"} />
        <NotificationBell notifications={notifications} path={path} />
      </div>
      <SearchLink href={searchAt} />
      <nav aria-label="Main" className="mt-4 flex flex-1 flex-col gap-1 overflow-y-auto">
        {items
          .toSorted((a, b) => Number(b.main ?? false) - Number(a.main ?? false))
          .map(({ href, label, icon: Icon, main, exact, section, count }) => (
            <NavLink
              key={href}
              path={path}
              href={href}
              exact={exact}
              section={section}
              className={
                main
                  ? cx(buttonClass({ wide: true }), "mb-4")
                  : cx("side-place", dense ? "h-10 text-sm" : "h-11")
              }
            >
              <Icon />
              {label}
              <CountBadge count={count} className="ml-auto" />
            </NavLink>
          ))}
      </nav>
      <Menu
        id="account"
        trigger={
          <>
            <span className="min-w-0 flex-1 text-left">
              <span className="block truncate font-medium text-sm">{person.name}</span>
              <span className="block truncate text-faint text-xs">{person.note ?? person.email}</span>
            </span>
            <ChevronsUpDown className="size-4 text-muted" />
          </>
        }
        triggerClass="-mx-2 flex min-h-12 items-center gap-2 rounded-md px-3 hover:bg-sunken"
      >
        <AccountMenuItems person={person} />
      </Menu>
    </header>
  );
}
