import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, menuItemClass } from "../menu.tsx";
import { AccountItems } from "./account-items.tsx";
import { Brand } from "./brand.tsx";
import { NavLink } from "./nav-link.tsx";
import type { Person } from "./person.ts";
import type { Place } from "./place.ts";
import { SideBar } from "./side-bar.tsx";
import { SkipLink } from "./skip-link.tsx";

interface Props {
  name: string;
  places: readonly Place[];
  person: Person;
  children: ReactNode;
}

/** Around an admin's pages: dense, made for a laptop; a menu at the top of a phone. */
export function AdminShell({ name, places, person, children }: Props) {
  return (
    <div className="md:flex">
      <SkipLink />
      <SideBar name={`${name} admin`} places={places} person={person} dense />
      <div className="min-w-0 flex-1 pb-12">
        <header className="flex items-center justify-between border-line border-b px-4 py-1 md:hidden print:hidden">
          <Brand name={`${name} admin`} href={places[0]?.href ?? "/"} />
          <Menu
            id="menu"
            label="Menu"
            trigger={<MenuIcon aria-hidden className="size-6" />}
            triggerClass="target -mr-2 grid place-items-center rounded-md"
          >
            <nav aria-label="Main">
              {places.map(({ href, label, icon: Icon, exact }) => (
                <NavLink key={href} href={href} exact={exact} className={menuItemClass}>
                  <Icon aria-hidden />
                  {label}
                </NavLink>
              ))}
            </nav>
            <AccountItems person={person} />
          </Menu>
        </header>
        <main id="main" tabIndex={-1} className="max-w-screen-2xl px-4 pt-4 outline-none md:px-6 md:pt-6">
          {children}
        </main>
      </div>
    </div>
  );
}
