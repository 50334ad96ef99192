"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type MouseEvent, type ReactNode, useState } from "react";
import { cx } from "../cx.ts";
import { LinkHint } from "../link-hint.tsx";

interface Props {
  href: string;
  className: string;
  /** Marked on its own page alone, not on those below it. */
  exact?: boolean | undefined;
  children: ReactNode;
}

/**
 * A link of the navigation, marked when its page or one below it is open. What it leads to is fetched ahead once a hand
 * is near: all of them on every page would be more requests than the page itself, and dear on a phone.
 */
export function NavLink({ href, className, exact, children }: Props) {
  const path = usePathname();
  const [near, setNear] = useState(false);
  const comeNear = () => setNear(true);
  const below = !exact && path.startsWith(`${href}/`);
  const here = path === href ? "page" : below ? "true" : undefined;
  return (
    <Link
      href={href}
      aria-current={here}
      className={cx("relative", className)}
      prefetch={near ? null : false}
      onPointerEnter={comeNear}
      onFocus={comeNear}
      onClick={leaveMenu}
    >
      {children}
      <LinkHint className="absolute top-2 right-3" />
    </Link>
  );
}

/** A page opens without a new document, so the menu that led there must be closed by hand. */
function leaveMenu(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover?.();
}
