import type { schedules } from "#db/schema/schedule";
import { dateAtClock, dayOf } from "#lib/core/time/time";

/** When a schedule buys. Days are those of the portal's time zone, "2026-11-30". */
export type Recurrence = Pick<
  typeof schedules.$inferSelect,
  "unit" | "every" | "firstOn" | "untilOn" | "clock"
>;

/** A day on which a schedule buys, and the instant. */
export interface Occurrence {
  day: string;
  at: Date;
}

/**
 * Finds the first day after `day`; undefined when there is none.
 * Counts from the first day, so the 31st returns after February.
 */
export function getOccurrenceAfter(recurrence: Recurrence, day: string): Occurrence | undefined {
  const n = countSteps(recurrence, day);
  // One less and one more, since months are of different lengths.
  for (const step of [n - 1, n, n + 1, n + 2]) {
    const due = step < 0 ? undefined : getOccurrence(recurrence, step);
    if (due && due.day > day) return due;
  }
  return undefined;
}

/** Finds the first day whose time is not before `from`; undefined when there is none. */
export function getOccurrenceFrom(recurrence: Recurrence, from: Date): Occurrence | undefined {
  const before = Temporal.PlainDate.from(dayOf(from)).subtract({ days: 2 }).toString();
  for (let due = getOccurrenceAfter(recurrence, before); due; due = getOccurrenceAfter(recurrence, due.day))
    if (due.at >= from) return due;
  return undefined;
}

/** Lists at most `most` days, from `day` on. */
export function listOccurrences(recurrence: Recurrence, day: string, most: number): Occurrence[] {
  const occurrences: Occurrence[] = [{ day, at: dateAtClock(day, recurrence.clock) }];
  for (
    let due = getOccurrenceAfter(recurrence, day);
    due && occurrences.length < most;
    due = getOccurrenceAfter(recurrence, due.day)
  )
    occurrences.push(due);
  return occurrences;
}

function getOccurrence(
  { unit, every, firstOn, untilOn, clock }: Recurrence,
  step: number,
): Occurrence | undefined {
  if (unit === "once" && step > 0) return undefined;
  const day = Temporal.PlainDate.from(firstOn)
    .add({ [unit === "once" ? "days" : `${unit}s`]: every * step }, { overflow: "constrain" })
    .toString();
  return untilOn !== null && day > untilOn ? undefined : { day, at: dateAtClock(day, clock) };
}

/** Estimates the number of steps from the first day to another. */
function countSteps({ unit, every, firstOn }: Recurrence, day: string): number {
  if (unit === "once") return 0;
  const span = Temporal.PlainDate.from(firstOn).until(day, { largestUnit: unit });
  return Math.max(0, Math.floor(span[`${unit}s`] / every));
}
