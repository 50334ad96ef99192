import { randomUUID } from "node:crypto";
import type { Namespace, PurchaseChannel, PurchaseView } from "#lib/purchase/read/purchase-view";

/** Creates the ref of a form when it is rendered, so that a form sent twice places one purchase. */
export function createPurchaseRef(): string {
  return `web-${randomUUID()}`;
}

/** Builds the first ref of a shop order; `key` is its code of twenty letters and digits. */
export const buildOrderRef = (key: string): string => `order.${key}`;

/** Builds the ref of the next attempt: "order.x" → "order.x.2" → "order.x.3". */
export function incrementRef(ref: string): string {
  const [kind, key, number = "1"] = ref.split(".");
  return `${kind}.${key}.${Number(number) + 1}`;
}

/** Builds the ref of a batch row; `key` is the batch's UUID. */
export const buildBatchRef = (key: string, line: number): string => `batch.${key}.${line}`;

/** Builds the ref of a schedule's purchase on a day ("2026-11-30"); `key` is the schedule's UUID. */
export const buildScheduleRef = (key: string, day: string): string => `schedule.${key}.${day}`;

/**
 * The namespace of the refs of `placePurchase`, by channel. A buyer's ref must not equal that of a shop order
 * or a schedule, which would then never be delivered. Batches have a separate namespace
 * (`placeBatchPurchases`).
 */
export const NAMESPACES = {
  web: "buyer",
  api: "buyer",
  shop: "order",
  batch: "schedule",
} as const satisfies Record<PurchaseChannel, Namespace>;

/** Returns the ref that the buyer chose; null where the portal created one, which the buyer doesn't know. */
export function getClientRef({ channel, ref }: Pick<PurchaseView, "channel" | "ref">): string | null {
  return channel === "api" ? ref : null;
}
