import { env } from "./env.ts";
import { dateFormat } from "./format.ts";

const zone = () => env().TIME_ZONE;

/** The calendar day of an instant in the portal's time zone: "2026-11-20". */
export function dayOf(at: Date): string {
  return zoned(at).toPlainDate().toString();
}

/** The instant at which a day ("2026-11-20") begins in the portal's time zone. */
export function startOfDay(day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone()).epochMilliseconds);
}

/** The instant at which the day after `day` begins in the portal's time zone. */
export function endOfDay(day: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString());
}

/**
 * The instant at which clocks in the portal's time zone show a time ("08:00") on a day. Where clocks are put forward over
 * it, it is as much later; where they are put back, it is the first of the two.
 */
export function atClock(day: string, clock: string, timeZone = zone()): Date {
  const plainTime = Temporal.PlainTime.from(clock);
  const then = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime });
  return new Date(then.epochMilliseconds);
}

/** An instant as people say it: "today 14:05", "yesterday 09:12", "tomorrow 08:00", "12 Nov 14:05", "12 Nov 2025 14:05". */
export function sayTime(at: Date, now = new Date()): string {
  const then = zoned(at);
  const today = zoned(now).toPlainDate();
  const clock = then.toPlainTime().toString({ smallestUnit: "minute" });
  const days = then.toPlainDate().until(today).days;
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  if (days === -1) return `tomorrow ${clock}`;
  const sameYear = then.year === today.year;
  const day = dateFormat(env().LOCALE, {
    timeZone: zone(),
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(at);
  return `${day} ${clock}`;
}

/** A day ("2026-11-20") as people say it: "Fri, 20 Nov", or "20 Nov" without the weekday. */
export function sayDay(day: string, { weekday = true } = {}): string {
  return dateFormat(env().LOCALE, {
    timeZone: "UTC",
    ...(weekday && { weekday: "short" }),
    day: "numeric",
    month: "short",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** How long something took: "340 ms", "1.2 s". */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** A span of so many seconds as people say it, rounded up: "40 seconds", "4 minutes", "2 hours". */
export function saySpan(seconds: number): string {
  const [size, word] = seconds <= 90 ? [1, "second"] : seconds <= 5_400 ? [60, "minute"] : [3_600, "hour"];
  const count = Math.max(1, Math.ceil(seconds / size));
  return `${count} ${count === 1 ? word : `${word}s`}`;
}

/** An instant exactly, for a title or a receipt: "20 November 2026 at 14:05:09 WAT". */
export function exactTime(at: Date): string {
  return dateFormat(env().LOCALE, {
    timeZone: zone(),
    dateStyle: "long",
    timeStyle: "long",
  }).format(at);
}

/** An instant for a file, by the clock that people read: "2026-11-20T14:05:09+01:00". */
export function offsetTime(at: Date): string {
  return zoned(at).toString({ smallestUnit: "second", timeZoneName: "never" });
}

/** The interface's `create_date` (section 2.6): "DD/MM/YYYY hh:mm AM/PM" in the portal's time zone. */
export function interfaceTime(at: Date): string {
  const then = zoned(at);
  const two = (n: number) => String(n).padStart(2, "0");
  const hour = two(then.hour % 12 || 12);
  const half = then.hour < 12 ? "AM" : "PM";
  return `${two(then.day)}/${two(then.month)}/${then.year} ${hour}:${two(then.minute)} ${half}`;
}

function zoned(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone());
}
