import { formatExactTime, formatTime } from "#lib/core/time/time";
import { TimeLabel, type TimeText } from "./time-label.tsx";

/** An instant in everyday words ("today 14:05"), exact when pointed at. For server components only. */
export function Time({ at, className }: { at: Date; className?: string }) {
  return <TimeLabel {...toTimeText(at)} className={className} />;
}

interface PhraseProps {
  before: string;
  at: Date | null | undefined;
  after?: string | null | undefined;
}

/** An instant within words: " until today 14:05."; nothing without one. */
export function TimePhrase({ before, at, after }: PhraseProps) {
  return (
    at && (
      <>
        {before}
        <Time at={at} />
        {after}
      </>
    )
  );
}

export const toTimeText = (at: Date): TimeText => ({
  iso: at.toISOString(),
  text: formatTime(at),
  exact: formatExactTime(at),
});
