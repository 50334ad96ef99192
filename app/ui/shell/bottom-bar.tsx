import { Ellipsis } from "lucide-react";
import { cx } from "../cx.ts";
import { Menu, menuItemClass } from "../menu.tsx";
import { AccountItems } from "./account-items.tsx";
import { Count } from "./count.tsx";
import { NavLink } from "./nav-link.tsx";
import type { Person } from "./person.ts";
import type { Place } from "./place.ts";

const SLOT = [
  "group flex min-h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 font-medium text-muted text-xs",
  "aria-[current]:text-ink [&_svg]:size-6",
].join(" ");

const SPOT = "grid h-8 w-14 place-items-center rounded-full";

/** The phone's bar within the thumb's reach: four places and the rest under "More". */
export function BottomBar({ places, person }: { places: readonly Place[]; person: Person }) {
  const inBar = places.filter((place) => place.bar);
  const more = places.filter((place) => !place.bar);
  const waiting = more.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-10 flex border-line border-t bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {inBar.map(({ href, label, icon: Icon, main }) => (
        <NavLink
          key={href}
          href={href}
          className={cx(SLOT, main && "text-accent aria-[current]:text-accent")}
        >
          <span className={cx(SPOT, main ? "bg-accent text-on-accent" : "group-aria-[current]:bg-sunken")}>
            <Icon aria-hidden />
          </span>
          {label}
        </NavLink>
      ))}
      <Menu
        id="more"
        trigger={
          <>
            <span className={cx(SPOT, "relative")}>
              <Ellipsis aria-hidden />
              <Count count={waiting} className="absolute -top-1 left-9" />
            </span>
            More
          </>
        }
        triggerClass={SLOT}
      >
        {more.map(({ href, label, icon: Icon, count }) => (
          <NavLink key={href} href={href} className={menuItemClass}>
            <Icon aria-hidden />
            {label}
            <Count count={count} className="ml-auto" />
          </NavLink>
        ))}
        <AccountItems person={person} />
      </Menu>
    </nav>
  );
}
