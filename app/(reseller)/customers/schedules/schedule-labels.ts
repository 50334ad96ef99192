import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatDay } from "#lib/core/time/time";
import { OCCURRENCE_REASON_LABELS } from "#lib/schedule/schedule-labels";
import type { ScheduleView } from "#lib/schedule/schedule-view";

export function scheduleStateLabel({ state, pause }: Pick<ScheduleView, "state" | "pause">): StateLabel {
  if (state === "active") return { word: "Active", tone: "good" };
  if (state === "ended") return { word: "Ended", tone: "plain" };
  return pause === "plan"
    ? { word: "Paused: plan unavailable", tone: "bad" }
    : { word: "Paused", tone: "unsure" };
}

export const OCCURRENCE_LABELS = { bought: "Bought", waiting: "Pending", skipped: "Not bought" } as const;

/** Describes the latest occurrence: "Not bought, Mon, 30 Nov: …". */
export function lastOccurrenceLabel(last: NonNullable<ScheduleView["last"]>): string {
  const reason = last.reason ? `: ${OCCURRENCE_REASON_LABELS[last.reason]}` : "";
  return `${OCCURRENCE_LABELS[last.state]}, ${formatDay(last.day)}${reason}`;
}
