"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { followNotificationTaps } from "./notification-taps.ts";

/** After the page is there and quiet. */
const START_DELAY_MS = 3_000;

/**
 * Says that there is no network, and holds forms. Registers the service worker, which has the page then, and
 * answers it.
 */
export function OfflineBar() {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const register = () => navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" });
    const timer = setTimeout(() => void register()?.catch(() => {}), START_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(followNotificationTaps, []);
  useEffect(() => {
    if (!offline) return setTried(false);
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setTried(true);
    };
    window.addEventListener("submit", hold, true);
    return () => window.removeEventListener("submit", hold, true);
  }, [offline]);
  return (
    <div role="status" className="sticky top-0 z-20">
      {offline && (
        <p className="bg-unsure-soft px-4 py-2 text-center font-medium text-sm text-unsure">
          {tried
            ? "That needs a connection. Nothing was sent, and no money moved."
            : "You’re offline. This page may be out of date, and you can’t buy."}
        </p>
      )}
    </div>
  );
}

const isOffline = () => !navigator.onLine;

function subscribe(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
