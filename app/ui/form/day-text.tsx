interface Props {
  /** "2026-12-06", or with a time of day after it; may be empty. */
  day: string;
  isTyped: boolean;
}

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** Says the day of a date field, which browsers show as 12/06/2026: without script, the one before a change. */
export function DayText({ day, isTyped }: Props) {
  const at = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return null;
  return (
    <p aria-live={isTyped ? "polite" : undefined} className="text-muted text-sm">
      <span className="hidden noscript:inline">Before: </span>
      {FORMAT.format(at)}
    </p>
  );
}
