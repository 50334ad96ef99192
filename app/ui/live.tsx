"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const QUIET_MS = 150;
const LONGEST_WAIT_MS = 60_000;

/**
 * Keeps the page true: refreshes it when the server says that something of its reader's changed. Draws nothing; the page
 * works without it. `also` names what only this page wants to hear of.
 */
export function Live({ also }: { also?: "webhooks" }) {
  const router = useRouter();
  useEvents(also ? `/api/events?also=${also}` : "/api/events", () => router.refresh());
  return null;
}

/**
 * Listens to the server's events at an address while the page is in sight. `heard` gets the events that come together; an
 * empty list means that anything may have changed: the stream opened, or the page came into sight again.
 * @param unseen keeps listening while nobody looks at the page.
 */
export function useEvents<T>(address: string, heard: (events: T[]) => void, unseen = false): void {
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  }, [heard]);
  useEffect(() => {
    let events: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (...more: T[]) => {
      events.push(...more);
      clearTimeout(timer);
      timer = setTimeout(() => {
        latest.current(events);
        events = [];
      }, QUIET_MS);
    };
    const open = () => openLine(address, soon);
    const close = unseen ? open() : whileInSight(open);
    const seen = () => unseen && document.visibilityState === "visible" && soon();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      close();
      document.removeEventListener("visibilitychange", seen);
    };
  }, [address, unseen]);
}

/** Calls `open` whenever the page comes into sight, and what that returned when nobody sees it any more. @returns how to stop. */
export function whileInSight(open: () => () => void): () => void {
  let close: (() => void) | undefined;
  const leave = () => {
    close?.();
    close = undefined;
  };
  const look = () => {
    leave();
    if (document.visibilityState === "visible") close = open();
  };
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  window.addEventListener("pagehide", leave);
  return () => {
    leave();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pageshow", look);
    window.removeEventListener("pagehide", leave);
  };
}

/** The server's events. A line that breaks is opened again, ever more slowly; the browser's own way never slows. */
function openLine<T>(address: string, tell: (...events: T[]) => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource(address);
    source.onmessage = ({ data }) => tell(JSON.parse(data));
    source.onopen = () => {
      failures = 0;
      tell();
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
