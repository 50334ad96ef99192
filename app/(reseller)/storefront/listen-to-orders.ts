import type { ShopEvent } from "#lib/shop/watch-orders";

const QUIET_MS = 150;
const RETRY_MS = 15_000;

/**
 * Calls `heard` when the shop's orders change, once for changes that come together, and whenever the line opens,
 * since something may have changed before. @returns how to stop.
 */
export function listenToOrders(heard: (event: ShopEvent) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isNew = false;
  const tell = (event: ShopEvent) => {
    isNew ||= event === "new";
    clearTimeout(timer);
    timer = setTimeout(() => {
      heard(isNew ? "new" : "changed");
      isNew = false;
    }, QUIET_MS);
  };
  const open = () => {
    source = new EventSource("/storefront/events");
    source.onmessage = ({ data }) => tell(JSON.parse(data));
    source.onopen = () => tell("changed");
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, RETRY_MS);
    };
  };
  const seen = () => document.visibilityState === "visible" && tell("changed");
  open();
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearTimeout(timer);
    clearTimeout(retry);
    source.close();
    document.removeEventListener("visibilitychange", seen);
  };
}
