"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const QUIET_MS = 150;
const LONGEST_WAIT_MS = 60_000;

/** `Live` in the browser. */
export function LiveLine({ since, also }: { since: number; also: string | undefined }) {
  const router = useRouter();
  const made = useRef(since);
  useEffect(() => {
    made.current = since;
  }, [since]);
  const address = () =>
    `/api/events?${new URLSearchParams({ since: `${made.current}`, ...(also && { also }) })}`;
  useEvents(address, () => router.refresh());
  return null;
}

/**
 * Listens to the server's events while the page is in sight. `heard` gets the events that come together; an empty list means
 * that anything may have changed: the stream opened, or the page came into sight again.
 * @param address of the events; made anew at each opening, it says since when, and the server what happened since.
 * @param unseen keeps listening while nobody looks at the page.
 */
export function useEvents<T>(
  address: string | (() => string),
  heard: (events: T[]) => void,
  unseen = false,
): void {
  const at = useRef(address);
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
    const open = () => openLine(at.current, soon);
    const close = unseen ? open() : whileInSight(open);
    const seen = () => unseen && document.visibilityState === "visible" && soon();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      close();
      document.removeEventListener("visibilitychange", seen);
    };
  }, [unseen]);
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
function openLine<T>(address: string | (() => string), tell: (...events: T[]) => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource(typeof address === "string" ? address : address());
    source.onmessage = ({ data }) => tell(JSON.parse(data));
    source.onopen = () => {
      failures = 0;
      if (typeof address === "string") tell();
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
