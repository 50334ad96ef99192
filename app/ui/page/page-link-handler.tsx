"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { getAriaCurrent } from "#app/ui/shell/nav-item.ts";
import { installPopovers } from "./popover-fallback.ts";

/**
 * Opens the `PageLink`s of all pages without a new document: one listener, where the framework's own link
 * is a component of the browser's for each. The one that was tapped says so (`data-pending`) while its
 * page is on its way, and with it the bar at the top (`kit.css`) and the text for screen readers; what a link
 * leads to is fetched ahead once a hand is near it, but for the rows of a list.
 */
export function PageLinkHandler() {
  const router = useRouter();
  const path = usePathname();
  const [pending, start] = useTransition();
  const tapped = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pending) return tapped.current?.removeAttribute("data-pending");
    const main = document.querySelector("main");
    main?.setAttribute("aria-busy", "true");
    return () => main?.removeAttribute("aria-busy");
  }, [pending]);
  useEffect(() => markCurrentLinks(path), [path]);
  useEffect(installPopovers, []);
  useEffect(() => {
    let clicked: EventTarget | null = null;
    const open = (event: MouseEvent) => {
      const before = clicked;
      clicked = event.target;
      const link = findPageLink(event);
      if (!link || event.defaultPrevented || !isPlainClick(event)) return;
      event.preventDefault();
      // The first click of this double click was for what the link has replaced.
      if (event.detail > 1 && !(before instanceof Node && link.contains(before))) return;
      // Closes the menu, because the page opens without a new document.
      link.closest<HTMLElement>("[popover], [data-popover]")?.hidePopover?.();
      tapped.current?.removeAttribute("data-pending");
      tapped.current = link;
      link.setAttribute("data-pending", "");
      const { pageLink } = link.dataset;
      const go = pageLink === "replacing" ? router.replace : router.push;
      start(() => go(link.getAttribute("href") ?? "/", { scroll: pageLink !== "staying" }));
    };
    const comeNear = (event: Event) => {
      const link = findPageLink(event);
      if (!isHandNear(event) || !link || link.classList.contains("stretched")) return;
      router.prefetch(link.pathname + link.search);
    };
    document.addEventListener("click", open);
    document.addEventListener("pointerover", comeNear);
    document.addEventListener("focusin", comeNear);
    return () => {
      document.removeEventListener("click", open);
      document.removeEventListener("pointerover", comeNear);
      document.removeEventListener("focusin", comeNear);
    };
  }, [router]);
  return (
    <p role="status" className="sr-only">
      {pending && <span className="late">Loading</span>}
    </p>
  );
}

/**
 * Whether the pointer or the keyboard comes to a link some time before it opens it. A finger opens it at once: its page
 * would wait for the page's head, which is fetched ahead, and be a whole round trip later.
 */
const isHandNear = (event: Event) =>
  event instanceof PointerEvent
    ? event.pointerType !== "touch"
    : event.target instanceof Element && event.target.matches(":focus-visible");

const findPageLink = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-page-link]") : null;

/** With any of these keys the browser does something of its own: another tab, a window, a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Marks the open page in the navigation, which stays as it was made when another page opens. */
function markCurrentLinks(path: string): void {
  for (const link of document.querySelectorAll<HTMLElement>("a[data-place]")) {
    const { place = "" } = link.dataset;
    const ariaCurrent = getAriaCurrent(path, {
      href: link.getAttribute("href") ?? "",
      exact: place === "exact",
      ...(place.startsWith("/") && { section: place }),
    });
    if (ariaCurrent) link.setAttribute("aria-current", ariaCurrent);
    else link.removeAttribute("aria-current");
  }
}
