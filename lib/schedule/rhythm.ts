import type { schedules } from "#db/schema/schedule";
import { atClock, dayOf } from "#lib/core/time";

/** When a schedule buys. Days are those of the portal's time zone, "2026-11-30". */
export type Rhythm = Pick<typeof schedules.$inferSelect, "unit" | "every" | "firstOn" | "untilOn" | "clock">;

/** A day on which it buys, and the instant. */
export interface Due {
  day: string;
  at: Date;
}

/** The first day after `day`; undefined when there is none. Each is counted from the first: the 31st comes back after February. */
export function dueAfter(rhythm: Rhythm, day: string): Due | undefined {
  const n = stepsTo(rhythm, day);
  // One less and one more, since months are of different lengths.
  for (const step of [n - 1, n, n + 1, n + 2]) {
    const due = step < 0 ? undefined : dueAt(rhythm, step);
    if (due && due.day > day) return due;
  }
  return undefined;
}

/** The first day whose time is not past at an instant; undefined when there is none. */
export function dueFrom(rhythm: Rhythm, from: Date): Due | undefined {
  const before = Temporal.PlainDate.from(dayOf(from)).subtract({ days: 2 }).toString();
  for (let due = dueAfter(rhythm, before); due; due = dueAfter(rhythm, due.day))
    if (due.at >= from) return due;
  return undefined;
}

/** The next days from one on, itself included, at most so many. */
export function nextDays(rhythm: Rhythm, day: string, most: number): Due[] {
  const found: Due[] = [{ day, at: atClock(day, rhythm.clock) }];
  for (let due = dueAfter(rhythm, day); due && found.length < most; due = dueAfter(rhythm, due.day))
    found.push(due);
  return found;
}

function dueAt({ unit, every, firstOn, untilOn, clock }: Rhythm, step: number): Due | undefined {
  if (unit === "once" && step > 0) return undefined;
  const day = Temporal.PlainDate.from(firstOn)
    .add({ [unit === "once" ? "days" : `${unit}s`]: every * step }, { overflow: "constrain" })
    .toString();
  return untilOn !== null && day > untilOn ? undefined : { day, at: atClock(day, clock) };
}

/** How many steps lie between the first day and another, roughly. */
function stepsTo({ unit, every, firstOn }: Rhythm, day: string): number {
  if (unit === "once") return 0;
  const span = Temporal.PlainDate.from(firstOn).until(day, { largestUnit: unit });
  return Math.max(0, Math.floor(span[`${unit}s`] / every));
}
