"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

const DEBOUNCE_MS = 150;
const MAX_RETRY_DELAY_MS = 60_000;

/** The client part of `LiveUpdates`. */
export function LiveRefresh({ since, also }: { since: number; also: string | undefined }) {
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
 * Listens to the server's events while the page is visible. `handle` gets the events that arrive
 * together; an empty list means that anything may have changed, because the stream opened or the
 * page became visible again.
 * @param address of the events; a function is called for each connection, so that it can
 * say since when to send them
 * @param unseen keeps listening while the page is hidden
 */
export function useEvents<T>(
  address: string | (() => string),
  handle: (events: T[]) => void,
  unseen = false,
): void {
  const at = useRef(address);
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  }, [handle]);
  useEffect(() => {
    let events: T[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (...more: T[]) => {
      events.push(...more);
      clearTimeout(timer);
      timer = setTimeout(() => {
        latest.current(events);
        events = [];
      }, DEBOUNCE_MS);
    };
    const open = () => openEventSource(at.current, soon);
    const close = unseen ? open() : runWhileVisible(open);
    const seen = () => unseen && document.visibilityState === "visible" && soon();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      close();
      document.removeEventListener("visibilitychange", seen);
    };
  }, [unseen]);
}

/**
 * Calls `open` whenever the page becomes visible, and the function it returned when the page is hidden.
 * @returns a function that stops it
 */
function runWhileVisible(open: () => () => void): () => void {
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

/** The server's events. A line that breaks is opened again, ever more slowly, unlike the browser's own. */
function openEventSource<T>(address: string | (() => string), tell: (...events: T[]) => void): () => void {
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
      retry = setTimeout(open, Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** failures));
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}
