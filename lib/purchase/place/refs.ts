import { randomUUID } from "node:crypto";
import type { Namespace, PurchaseView } from "../read/view.ts";
import type { PlaceInput } from "./offer.ts";

/** A fresh ref for a form: minted when it is rendered, so that sending it twice is one purchase. */
export function newRef(): string {
  return `web-${randomUUID()}`;
}

/** The first ref of a shop's order; `key` is its code of twenty letters and digits. */
export const storefrontRef = (key: string): string => `order.${key}`;

/** The ref of the next try: "order.x" → "order.x.2" → "order.x.3". */
export function refAfter(ref: string): string {
  const [kind, key, number = "1"] = ref.split(".");
  return `${kind}.${key}.${Number(number) + 1}`;
}

/** The ref of a line of a list; `key` is the list's own, a UUID. */
export const bulkRef = (key: string, line: number): string => `bulk.${key}.${line}`;

/** The ref of what a schedule buys on a day ("2026-11-30"); `key` is the schedule's own, a UUID. */
export const scheduleRef = (key: string, day: string): string => `schedule.${key}.${day}`;

/**
 * What the refs of `place` name, by channel. Those of shops' orders and of schedules are apart from what a buyer chooses,
 * which would keep the order or the day from being delivered. Batches are placed by `placeMany`, in a namespace of their own.
 */
export const NAMESPACES = {
  ...{ web: "buyer", api: "buyer", storefront: "order", bulk: "schedule" },
} as const satisfies Record<PlaceInput["channel"], Namespace>;

/** The reference that its buyer gave a purchase; null where the portal made one up, which tells nobody anything. */
export function ownRef({ channel, ref }: Pick<PurchaseView, "channel" | "ref">): string | null {
  return channel === "api" ? ref : null;
}
