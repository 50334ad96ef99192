"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const QUIET_MS = 150;

/**
 * Keeps the page true: refreshes it when the server says that something of the reader's changed, when the
 * line comes back, and when the reader comes back to it. Draws nothing; the page works without it.
 */
export function Live() {
  const router = useRouter();
  useEffect(() => listen(() => router.refresh()), [router]);
  return null;
}

function listen(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, QUIET_MS);
  };
  const line = openLine(soon);
  const seen = () => document.visibilityState === "visible" && soon();
  const kept = (event: PageTransitionEvent) => event.persisted && soon();
  document.addEventListener("visibilitychange", seen);
  window.addEventListener("pageshow", kept);
  return () => {
    clearTimeout(timer);
    line.close();
    document.removeEventListener("visibilitychange", seen);
    window.removeEventListener("pageshow", kept);
  };
}

/** The server's event stream; a line that was refused for good is tried again, ever more slowly. */
function openLine(changed: () => void): { close: () => void } {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource("/api/events");
    source.onopen = () => {
      if (failures > 0) changed();
      failures = 0;
    };
    source.onmessage = changed;
    source.onerror = () => {
      failures += 1;
      if (source?.readyState === EventSource.CLOSED) {
        retry = setTimeout(open, Math.min(60_000, 1000 * 2 ** failures));
      }
    };
  };
  open();
  return {
    close: () => {
      clearTimeout(retry);
      source?.close();
    },
  };
}
