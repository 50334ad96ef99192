import { formatCount } from "#app/ui/format-count.ts";
import { purchaseStateLabel, type StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { BatchRowStatus, BatchView } from "#lib/batch/batch-view";

export function rowStatusLabel(status: BatchRowStatus): StateLabel {
  switch (status) {
    case "waiting":
      return { word: "Queued", tone: "plain" };
    case "open":
      return purchaseStateLabel("sending");
    case "cancelled":
      return purchaseStateLabel("failed", true);
    case "left":
      return { word: "Not bought", tone: "unsure" };
    default:
      return purchaseStateLabel(status);
  }
}

export function formatBatchTitle({ fileName, rows }: BatchView): string {
  return fileName ?? (rows === 1 ? "1 number" : `${formatCount(rows)} numbers`);
}

export function batchStateLabel(batch: BatchView): StateLabel & { note: string } {
  const { state, pause, over, counts, rows, fileName } = batch;
  if (state === "draft") {
    const note = fileName ? `${formatCount(rows)} rows` : "";
    return { word: "Draft", tone: "plain", note };
  }
  const note = (["successful", "failed", "unconfirmed"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${formatCount(counts[status])} ${OUTCOME_LABELS[status]}`)
    .join(", ");
  if (state === "cancelled") return { ...CANCELLED, note };
  if (over)
    return {
      ...(counts.successful === rows ? DONE : counts.successful > 0 ? PARTLY_DELIVERED : ENDED),
      note,
    };
  return { ...(pause === null ? IN_PROGRESS : { word: PAUSE_LABELS[pause], tone: "unsure" }), note };
}

const PAUSE_LABELS = {
  requested: "Paused",
  money: "Paused: low balance",
  limit: "Paused: daily limit",
  room: "Paused: queue full",
  service: "Paused",
  price: "Prices changed",
  restricted: "Stopped",
} satisfies Record<NonNullable<BatchView["pause"]>, string>;
const OUTCOME_LABELS = { successful: "delivered", failed: "failed", unconfirmed: "unconfirmed" };
const DONE: StateLabel = { word: "Done", tone: "good" };
const PARTLY_DELIVERED: StateLabel = { word: "Partly delivered", tone: "unsure" };
const ENDED: StateLabel = { word: "Done", tone: "plain" };
const CANCELLED: StateLabel = { word: "Cancelled", tone: "undone" };
const IN_PROGRESS: StateLabel = { word: "Processing", tone: "sent" };
