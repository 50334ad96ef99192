const STEPS = [
  { minutes: 1440, word: "day" },
  { minutes: 60, word: "hour" },
  { minutes: 1, word: "minute" },
] as const;

/** A span as people say it: "2 hours", "45 minutes", "1 day". */
export function sayMinutes(minutes: number): string {
  const step = STEPS.find((one) => minutes % one.minutes === 0) ?? STEPS[2];
  const count = minutes / step.minutes;
  return `${count} ${step.word}${count === 1 ? "" : "s"}`;
}
