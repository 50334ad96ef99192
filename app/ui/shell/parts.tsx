import { LogOut } from "lucide-react";
import { cx } from "#app/ui/cx.ts";
import { menuItemClass } from "#app/ui/menu";
import { PageLink } from "#app/ui/page/page-link";
import { PlainIcon } from "#app/ui/plain-icon";
import type { ShellUser } from "./nav-item.ts";
import { PortalLogo } from "./portal-logo.tsx";

/** The first stop of a keyboard: past the navigation, to what the page is about. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-20 rounded-md bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
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
      className="inline-flex min-h-11 items-center gap-2.5 rounded-md font-semibold text-lg"
    >
      <PortalLogo className="size-7" />
      {name}
    </PageLink>
  );
}

/** How many things wait behind a navigation item; nothing when none do. */
export function CountBadge({ count = 0, className }: { count?: number | undefined; className?: string }) {
  if (count === 0) return null;
  return (
    <span className={className}>
      <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs leading-none">
        {count > 99 ? "99+" : count}
      </span>
      <span className="sr-only"> new</span>
    </span>
  );
}

/** The end of an account's menu: who is signed in, and the way out. */
export function AccountMenuItems({ person }: { person: ShellUser }) {
  return (
    <div className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <div className="min-w-0 px-3 py-1.5">
        <p className="truncate font-medium">{person.name}</p>
        <p className="truncate text-muted text-sm">{person.email}</p>
      </div>
      <form action="/sign-out" method="post">
        <button type="submit" className={cx(menuItemClass)}>
          <PlainIcon icon={LogOut} />
          Sign out
        </button>
      </form>
    </div>
  );
}
