import { hasTypedInput, watchTypedInput } from "#app/ui/page/typed-input.ts";

/** A tap that is older was for another start. */
const MAX_AGE_MS = 30_000;

/**
 * Answers the service worker (`worker.ts`) whether this page may be left for that of a tapped notification, and
 * opens that page where the system opened the app without it, as iOS does. @returns a function that stops it
 */
export function followNotificationTaps(): () => void {
  const stopWatching = watchTypedInput();
  const answer = ({ data, ports }: MessageEvent) => {
    if (data?.kind === "may_leave") ports[0]?.postMessage(!hasTypedInput());
  };
  const follow = () => {
    if (document.visibilityState === "visible" && !hasTypedInput()) void openTapped().catch(() => {});
  };
  navigator.serviceWorker?.addEventListener("message", answer);
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    stopWatching();
    navigator.serviceWorker?.removeEventListener("message", answer);
    document.removeEventListener("visibilitychange", follow);
  };
}

async function openTapped(): Promise<void> {
  if (!("caches" in window) || !(await caches.has("tapped"))) return;
  const response = await caches.match("/tapped", { cacheName: "tapped" });
  await caches.delete("tapped");
  const { path = "", at = 0 } = (await response?.json()) ?? {};
  const isHere = path === location.pathname + location.search;
  if (Date.now() - at < MAX_AGE_MS && /^\/(?!\/)/.test(path) && !isHere) location.assign(path);
}
