"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const QUIET_MS = 150;
const LONGEST_WAIT_MS = 60_000;

/**
 * Keeps the page true: refreshes it when the server says that something of its reader's changed, and
 * whenever the line opens, since something may have changed before. A page that nobody looks at holds no
 * line. Draws nothing; the page works without it. `also` names what only this page wants to hear of.
 */
export function Live({ also }: { also?: "webhooks" }) {
  const router = useRouter();
  const events = also ? `/api/events?also=${also}` : "/api/events";
  useEffect(() => follow(events, () => router.refresh()), [router, events]);
  return null;
}

function follow(events: string, refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, QUIET_MS);
  };
  let close = closeNothing;
  const look = () => {
    close();
    close = document.visibilityState === "visible" ? openLine(events, soon) : closeNothing;
  };
  const leave = () => close();
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  window.addEventListener("pagehide", leave);
  return () => {
    clearTimeout(timer);
    close();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pageshow", look);
    window.removeEventListener("pagehide", leave);
  };
}

/** The server's events. A line that breaks is opened again, ever more slowly; the browser's own way never slows. */
function openLine(events: string, changed: () => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource(events);
    source.onmessage = changed;
    source.onopen = () => {
      failures = 0;
      changed();
    };
    source.onerror = () => {
      source?.close();
      failures += 1;
      retry = setTimeout(open, Math.min(LONGEST_WAIT_MS, 500 * 2 ** failures));
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}

function closeNothing() {}
