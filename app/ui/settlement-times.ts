import { pluralise } from "#lib/core/text/pluralise";
import { formatDuration, formatMs } from "#lib/core/time/time";
import type { TimeShares } from "#lib/sales/settlement-times";

/** Formats a measured time in seconds: "under 1 second", "2.5 s", "4 minutes", "2 days". */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return "under 1 second";
  if (seconds < 60) return formatMs(seconds * 1_000);
  if (seconds < 48 * 3_600) return formatDuration(seconds);
  return pluralise(Math.round(seconds / 86_400), "day", "days");
}

/** Formats a share without rounding to 0% or 100%. */
export function formatPercent(share: number): string {
  if (share > 0.99 && share < 1) return "over 99%";
  if (share > 0 && share < 0.01) return "under 1%";
  return `${Math.round(share * 100)}%`;
}

/** The cells of a table of times: half of them, 99 of 100, and the share within the goal. */
export const TIME_LINES: { label: string; cell: (times: TimeShares) => string }[] = [
  { label: "Half in", cell: ({ median }) => formatSeconds(median) },
  { label: "99% in", cell: ({ p99 }) => formatSeconds(p99) },
  { label: "In time", cell: ({ inTime }) => formatPercent(inTime) },
];
