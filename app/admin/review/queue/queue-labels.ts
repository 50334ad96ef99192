import { buildHref } from "#app/ui/list/build-href.ts";
import type { QueueFilter, ReviewItem, ReviewKind } from "#lib/review/review-queue";

export const QUEUE_PATH = "/admin/review/queue";

export const KIND_LABELS: Record<ReviewKind, string> = {
  unconfirmed: "Unconfirmed purchase",
  issue: "Delivery issue",
  approval: "Approval request",
  transfer: "Bank transfer",
  upgrade: "Level upgrade",
};

/** The same, short enough for a row beside a deadline. */
export const SHORT_KIND_LABELS = { ...KIND_LABELS, unconfirmed: "Unconfirmed" };

/** Builds the address of an item in the queue; its deadline finds its place once it has left the queue. */
export const buildItemHref = (on: QueueFilter, item: ReviewItem | undefined, done: string | null = null) =>
  buildHref(
    QUEUE_PATH,
    { ...on },
    { item: item && `${item.kind}.${item.item}`, due: item && String(item.due.getTime()), done },
  );
