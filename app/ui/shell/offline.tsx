"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { KEPT_FOR } from "./kept-for.ts";

const KEPT = "/offline/kept";
const CACHE = "kept";
const FRESH_MS = 5 * 60_000;
/** After the page is there and quiet. */
const LATER_MS = 3_000;

/**
 * Without a network it says so, and lets no form go; meanwhile it puts aside what can be read then.
 * @param who the reseller who is signed in; null for others, of whom nothing is kept.
 */
export function Offline({ who }: { who: number | null }) {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void prepare(who).catch(() => {}), LATER_MS);
    return () => clearTimeout(timer);
  }, [who]);
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
            ? "That needs the network. Nothing was sent, and no money moved."
            : "You are offline. What you see may be old, and nothing can be bought."}
        </p>
      )}
    </div>
  );
}

/** On the sign-in page: nobody is signed in in this browser, wherever their session ended, so nothing stays to be read. */
export function ForgetOffline() {
  useEffect(() => {
    if ("caches" in window) void caches.delete(CACHE).catch(() => {});
  }, []);
  return null;
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

/** Another account's is thrown away before anything else. */
async function prepare(who: number | null): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const cache = await caches.open(CACHE);
  const before = await cache.match(KEPT);
  const same = before?.headers.get(KEPT_FOR) === String(who);
  if (before && !same) await cache.delete(KEPT);
  await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  if (who === null || isOffline()) return;
  const at = same && before ? Date.parse(((await before.json()) as { at: string }).at) : 0;
  if (Date.now() - at < FRESH_MS) return;
  const now = await fetch(KEPT);
  if (now.status === 401) await cache.delete(KEPT);
  if (now.ok && now.headers.get(KEPT_FOR) === String(who)) await cache.put(KEPT, now);
}
