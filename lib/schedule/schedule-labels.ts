import { formatDay } from "#lib/core/time/time";
import type { OccurrenceReason } from "./occurrence.ts";
import type { Recurrence } from "./recurrence.ts";

/** When a schedule buys, in everyday words: "Every month on the 31st at 08:00". */
export function formatRecurrence({ unit, every, firstOn, untilOn, clock }: Recurrence): string {
  const until = untilOn === null ? "" : `, until ${formatDay(untilOn)}`;
  return `${formatDays(unit, every, firstOn)} at ${clock}${until}`;
}

function formatDays(unit: Recurrence["unit"], every: number, firstOn: string): string {
  const first = Temporal.PlainDate.from(firstOn);
  switch (unit) {
    case "once":
      return `Once, ${formatDay(firstOn)}`;
    case "day":
      return every === 1 ? "Every day" : `Every ${every} days`;
    case "week":
      return `Every ${WEEKDAYS[first.dayOfWeek - 1]}`;
    case "month":
      return `Every month on the ${formatDayOfMonth(first.day)}`;
  }
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function formatDayOfMonth(day: number): string {
  if (day > 28) return `${day}${day === 31 ? "st" : "th"} or the last day`;
  const ending = day > 3 && day < 21 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

export const OCCURRENCE_REASON_LABELS: Record<OccurrenceReason, string> = {
  requested: "You skipped it.",
  late: "Buying wasn’t possible for more than a day, so we skipped it.",
  price: "The price was above your maximum.",
  money: "Your wallet balance was too low.",
  limit: "It would have exceeded your daily limit.",
  off: "The plan was turned off.",
  gone: "The plan is no longer sold.",
  service: "Buying was paused.",
  restricted: "Your account couldn’t buy.",
};
