"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";

/**
 * Opens the `RowLink`s of a page without a new document. The one that was tapped says so (`data-pending`) while its page
 * is on its way. Draws nothing; without script they are links like any other.
 */
export function RowLinks() {
  const router = useRouter();
  const [pending, start] = useTransition();
  const tapped = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pending) tapped.current?.removeAttribute("data-pending");
  }, [pending]);
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>("a[data-row-link]");
      if (!link || event.defaultPrevented || !isPlain(event)) return;
      event.preventDefault();
      tapped.current?.removeAttribute("data-pending");
      tapped.current = link;
      link.setAttribute("data-pending", "");
      start(() => router.push(link.getAttribute("href") ?? "/"));
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [router]);
  return null;
}

/** With any of these keys the browser does something of its own: another tab, a window, a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
