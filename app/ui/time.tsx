import { exactTime, sayTime } from "#lib/core/time";

/** An instant as people say it ("today 14:05"), exact when pointed at. For server components only. */
export function Time({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)} className="whitespace-nowrap">
      {sayTime(at)}
    </time>
  );
}
