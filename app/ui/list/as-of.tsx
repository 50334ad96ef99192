import { formatTime } from "#lib/core/time/time";

/** The time up to which figures are complete, where they come from the replica. */
export function AsOf({ time }: { time: Date | undefined }) {
  return time && <p className="mt-2 text-muted text-sm">As of {formatTime(time)}</p>;
}
