"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { OFFLINE_ACCOUNT_HEADER } from "./offline-account-header.ts";

const OFFLINE_DATA_PATH = "/offline/kept";
const CACHE_NAME = "kept";
const MAX_AGE_MS = 5 * 60_000;
/** After the page is there and quiet. */
const START_DELAY_MS = 3_000;

/**
 * Without a network it says so, and lets no form go; meanwhile it puts aside what can be read then.
 * @param who the reseller who is signed in; null for others, of whom nothing is kept.
 */
export function OfflineCache({ who }: { who: number | null }) {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void refreshOfflineCache(who).catch(() => {}), START_DELAY_MS);
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
            ? "That needs a connection. Nothing was sent, and no money moved."
            : "You’re offline. This page may be out of date, and you can’t buy."}
        </p>
      )}
    </div>
  );
}

/** Clears the cache on the sign-in page, as no account is signed in in this browser then. */
export function OfflineCacheCleaner() {
  useEffect(() => {
    if ("caches" in window) void caches.delete(CACHE_NAME).catch(() => {});
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

async function refreshOfflineCache(accountId: number | null): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const cache = await caches.open(CACHE_NAME);
  const before = await cache.match(OFFLINE_DATA_PATH);
  const same = before?.headers.get(OFFLINE_ACCOUNT_HEADER) === String(accountId);
  if (before && !same) await cache.delete(OFFLINE_DATA_PATH);
  await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
  if (accountId === null || isOffline()) return;
  const at = same && before ? Date.parse(((await before.json()) as { at: string }).at) : 0;
  if (Date.now() - at < MAX_AGE_MS) return;
  const now = await fetch(OFFLINE_DATA_PATH);
  if (now.status === 401) await cache.delete(OFFLINE_DATA_PATH);
  if (now.ok && now.headers.get(OFFLINE_ACCOUNT_HEADER) === String(accountId))
    await cache.put(OFFLINE_DATA_PATH, now);
}
