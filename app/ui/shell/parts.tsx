import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Bell as BellIcon, LogOut } from "#app/ui/icon/icons.ts";
import { menuItemClass } from "#app/ui/menu";
import { PageLink } from "#app/ui/page/page-link";
import { getAriaCurrent, type ShellProps } from "./nav-item.ts";
import { SignOutForm } from "./sign-out-form.tsx";

/** The first stop of a keyboard: past the navigation, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-20 rounded-md bg-action font-semibold text-on-action focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
    >
      Skip to content
    </a>
  );
}

/** The portal's mark and name, leading to where its reader starts. */
export function PortalBrand({ name, href }: { name: string; href: string }) {
  return (
    <PageLink
      href={href}
      data-brand
      className="inline-flex min-h-11 items-center gap-2.5 rounded-md font-semibold text-lg"
    >
      <PortalLogo className="size-7" />
      <span data-brand-name>{name}</span>
    </PageLink>
  );
}

/** Over the pages on a phone: the mark, whose name gives way to the page's title, and `children`. */
export function PhoneHead({ name, href, children }: { name: string; href: string; children: ReactNode }) {
  return (
    <header className="flex h-11 items-center border-line border-b px-4 md:hidden print:hidden">
      <PortalBrand name={name} href={href} />
      <span className="flex-1" />
      {children}
    </header>
  );
}

export function CountBadge({ count = 0, className }: { count?: number | undefined; className?: string }) {
  if (count === 0) return null;
  return (
    <span className={className}>
      <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-action px-1.5 font-semibold text-on-action text-xs leading-none">
        {count > 99 ? "99+" : count}
      </span>
      <span className="sr-only"> new</span>
    </span>
  );
}

export function AccountMenuItems({ person }: { person: ShellProps["person"] }) {
  return (
    <div className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <div className="min-w-0 px-3 py-1.5">
        <p className="truncate font-medium">{person.name}</p>
        <p className="truncate text-muted text-sm">{person.email}</p>
        {person.note && <p className="wrap-anywhere mt-1 text-sm">{person.note}</p>}
      </div>
      <SignOutForm>
        <button type="submit" className={cx(menuItemClass)}>
          <LogOut />
          Sign out
        </button>
      </SignOutForm>
    </div>
  );
}

interface Props {
  href: string;
  path: string;
  className: string;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean | undefined;
  section?: string | undefined;
  children: ReactNode;
}

/** A link of the navigation, marked when it or a page below it is open; `PageLinks` keeps the mark true. */
export function NavLink({ href, path, className, exact, section, children }: Props) {
  return (
    <PageLink
      href={href}
      data-place={exact ? "exact" : (section ?? "")}
      aria-current={getAriaCurrent(path, { href, exact, section })}
      className={className}
    >
      {children}
    </PageLink>
  );
}

export function NotificationBell({ notifications, path }: Pick<ShellProps, "notifications" | "path">) {
  if (!notifications) return null;
  return (
    <NavLink
      href={notifications.href}
      path={path}
      className="target relative grid place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
    >
      <span className="sr-only">Notifications</span>
      <BellIcon className="size-5" />
      <CountBadge
        count={notifications.unread}
        className="absolute -top-0.5 right-0 md:right-auto md:left-6"
      />
    </NavLink>
  );
}

/** The portal's mark: a kiosk under its awning; also `public/icon.svg`. Decoration beside its name. */
export function PortalLogo({ className = "size-8" }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" className="fill-action" />
      <path
        d="M8 8.5h3.2L10 14.5a2 2 0 0 1-4 0zM14.4 8.5h3.2l.4 6a2 2 0 0 1-4 0zM20.8 8.5H24l2 6a2 2 0 0 1-4 0z"
        fill="#ff9a4a"
      />
      <path
        d="M11.2 8.5h3.2l-.4 6a2 2 0 0 1-4 0zM17.6 8.5h3.2l1.2 6a2 2 0 0 1-4 0z"
        className="fill-on-action"
      />
      <path
        d="M9 19.6v4.9h14v-4.9"
        fill="none"
        className="stroke-on-action"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
