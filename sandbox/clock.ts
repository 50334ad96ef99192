const zone = "Africa/Lagos";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
const partsFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: zone,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: true,
});

/** The local calendar day of a time in ms, `YYYY-MM-DD`: what the daily limit counts by. */
export function localDay(at: number): string {
  return dayFormat.format(at);
}

/** `DD/MM/YYYY hh:mm AM/PM` in the service's time zone (§2.6 `create_date`). */
export function createDate(at: number): string {
  const part = Object.fromEntries(partsFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.day}/${part.month}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
}
