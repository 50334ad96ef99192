import type { CustomerOrderView } from "#lib/store/find-order";
import type { Tone } from "../../../../ui/purchase-words.ts";
import { Time } from "../../../../ui/time.tsx";
import { Timeline, type TimelineEntry } from "../../../../ui/timeline.tsx";

/** What happened to the order so far, and what is next. */
export function Story({ order }: { order: CustomerOrderView }) {
  return <Timeline entries={entriesOf(order)} />;
}

function entriesOf(order: CustomerOrderView): TimelineEntry[] {
  const { placedAt, paidAt, delivery, payment, changedAt, reason } = order;
  const entries = [entry("placed", "You ordered", placedAt)];
  if (paidAt) entries.push(entry("paid", "The shop received your payment", paidAt, "good"));
  if (delivery) entries.push(entry("sent", "The shop sent your data to the network", delivery.startedAt));
  if (delivery?.settledAt) entries.push(settled(delivery.state === "successful", delivery.settledAt));
  if (payment === "refused")
    entries.push(entry("refused", said("The shop refused the order", reason), changedAt, "bad"));
  if (payment === "expired") entries.push(entry("expired", "No payment came in time", changedAt));
  if (payment === "refunded")
    entries.push(entry("refunded", said("The shop gave the money back", reason), changedAt));
  const next = nextOf(order);
  return next ? [...entries, { key: "next", text: next, ahead: true }] : entries;
}

function entry(key: string, text: string, at: Date, tone: Tone = "plain"): TimelineEntry {
  return { key, text, when: <Time at={at} />, tone };
}

function settled(arrived: boolean, at: Date): TimelineEntry {
  return arrived
    ? entry("done", "Delivered", at, "good")
    : entry("done", "The network did not deliver it", at, "bad");
}

const said = (text: string, reason: string | null) => (reason ? `${text}: “${reason}”` : text);

function nextOf({ payment, delivery }: CustomerOrderView): string | null {
  if (payment === "awaiting") return "Next: your payment reaches the shop";
  if (payment !== "received") return null;
  if (!delivery) return "Next: the shop sends your data";
  if (delivery.state === "queued" || delivery.state === "sending") return "Next: the network delivers it";
  return delivery.state === "unconfirmed" ? "Next: the network says whether it arrived" : null;
}
