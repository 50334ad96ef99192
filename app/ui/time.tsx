import { formatExactTime, formatTime } from "#lib/core/time/time";
import { TimeLabel, type TimeText } from "./time-label.tsx";

/** An instant in everyday words ("today 14:05"), exact when pointed at. For server components only. */
export function Time({ at, className }: { at: Date; className?: string }) {
  return <TimeLabel {...toTimeText(at)} className={className} />;
}

export const toTimeText = (at: Date): TimeText => ({
  iso: at.toISOString(),
  text: formatTime(at),
  exact: formatExactTime(at),
});
