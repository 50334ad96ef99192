import { formatCount } from "#app/ui/format-count.ts";
import type { BatchRowView } from "#lib/batch/batch-row-list";
import { BATCH_ROW_STATUSES, type BatchRowStatus, type BatchView } from "#lib/batch/batch-view";

/** The rows that a message names one by one: of a longer list it has the counts only. */
export const MAX_MESSAGE_ROWS = 40;

type MessageRow = Pick<BatchRowView, "number" | "phone" | "planSize" | "status">;

/**
 * Builds the link to WhatsApp with the result of a batch, without prices, for the customer who sent its list.
 * @param rows all of them, where the message may name them
 */
export function buildBatchMessageUrl(
  batch: Pick<BatchView, "rows" | "counts">,
  rows: readonly MessageRow[],
  seller: string,
): string {
  const delivered = `${formatCount(batch.counts.successful)} of ${formatCount(batch.rows)} delivered`;
  const lines = batch.rows > MAX_MESSAGE_ROWS ? listCounts(batch) : rows.map(formatRow);
  const text = [lines.length > 0 ? `${delivered}:` : delivered, ...lines, seller].join("\n");
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

const listCounts = ({ counts }: Pick<BatchView, "counts">): string[] =>
  BATCH_ROW_STATUSES.filter((status) => status !== "successful" && counts[status] > 0).map(
    (status) => `${formatCount(counts[status])} ${STATUS_TEXTS[status]}`,
  );

const formatRow = ({ phone, number, planSize, status }: MessageRow): string =>
  `${[phone ?? number, planSize].filter(Boolean).join(", ")}: ${STATUS_TEXTS[status]}`;

const STATUS_TEXTS = {
  waiting: "on the way",
  open: "on the way",
  successful: "delivered",
  unconfirmed: "not confirmed yet",
  failed: "didn’t go through",
  cancelled: "didn’t go through",
  reversed: "taken back by the network",
  left: "not bought",
} satisfies Record<BatchRowStatus, string>;
