const TIME_ZONE = "Africa/Lagos";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE, dateStyle: "short" });
const partsFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: TIME_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});

/** Formats the local calendar day of a time in ms, `YYYY-MM-DD`, by which the daily limit counts. */
export function formatLocalDay(at: number): string {
  return dayFormat.format(at);
}

/** Formats a time as `DD/MM/YYYY hh:mm AM/PM` in the service's time zone (§2.6 `create_date`). */
export function formatCreateDate(at: number): string {
  const part = Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
}
