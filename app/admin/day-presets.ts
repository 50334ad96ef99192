import { formatDay } from "#lib/core/time/time";
import type { PresetView } from "./saved-views.tsx";

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Builds the views of the days that an admin looks at every day. */
export function buildDayPresets(today: string): PresetView[] {
  const before = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
  return [
    { name: "Today", on: { from: today, to: today } },
    { name: "Yesterday", on: { from: before(1), to: before(1) } },
    { name: "Last 7 days", on: { from: before(6), to: today } },
  ];
}

/** Formats the days that figures count: "23 Nov", "1 Nov to 23 Nov"; all without a limit. */
export function formatDays({ from, to }: Days): string {
  const [first, last] = [from, to].map((day) => day && formatDay(day, { weekday: false }));
  if (first && last) return first === last ? first : `${first} to ${last}`;
  if (first) return `since ${first}`;
  return last ? `until ${last}` : "all days";
}
