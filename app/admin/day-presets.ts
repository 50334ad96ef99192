import type { PresetView } from "./saved-views.tsx";

export function buildDayPresets(today: string): PresetView[] {
  const before = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
  return [
    { name: "Today", on: { from: today, to: today } },
    { name: "Yesterday", on: { from: before(1), to: before(1) } },
    { name: "Last 7 days", on: { from: before(6), to: today } },
  ];
}
