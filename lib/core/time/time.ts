import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import { getDateFormat } from "#lib/core/text/intl-format";
import { pluralise } from "#lib/core/text/pluralise";

const getTimeZone = () => env().TIME_ZONE;

/** Returns the calendar day of an instant in the portal's time zone: "2026-11-20". */
export function dayOf(at: Date): string {
  return zoned(at).toPlainDate().toString();
}

/** Returns the hour of an instant in the portal's time zone, 0 to 23. */
export const hourOf = (at: Date): number => zoned(at).hour;

/** Returns the instant at which a day ("2026-11-20") begins in the portal's time zone. */
export function startOfDay(day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(getTimeZone()).epochMilliseconds);
}

/** Returns the instant at which the day after `day` begins in the portal's time zone. */
export function endOfDay(day: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString());
}

/**
 * Returns the instant at which clocks in the portal's time zone show a time ("08:00") on a day. Where clocks
 * are put forward over it, it is as much later; where they are put back, it is the first of the two.
 */
export function dateAtClock(day: string, clock: string, timeZone = getTimeZone()): Date {
  const plainTime = Temporal.PlainTime.from(clock);
  const then = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime });
  return new Date(then.epochMilliseconds);
}

/**
 * Formats an instant for reading: "today 14:05", "yesterday 09:12",
 * "tomorrow 08:00", "12 Nov 14:05", "12 Nov 2025 14:05".
 */
export function formatTime(at: Date, now = new Date()): string {
  const [day = "", clock = ""] = formatOffsetTime(at).split("T");
  const today = dayOf(now);
  const date = getNearDays(today).get(day) ?? formatDate(at, day.slice(0, 4) === today.slice(0, 4));
  return `${date} ${clock.slice(0, 5)}`;
}

let nearDays = { today: "", names: new Map<string, string>() };

/** Returns the names of the days around `today`. Cached: calculating them takes as long as all the rest. */
function getNearDays(today: string): ReadonlyMap<string, string> {
  if (nearDays.today === today) return nearDays.names;
  const shift = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString();
  const names = new Map([
    [shift(-1), "yesterday"],
    [today, "today"],
    [shift(1), "tomorrow"],
  ]);
  nearDays = { today, names };
  return names;
}

/** Formats "12 Nov", or "12 Nov 2025" of another year. */
const formatDate = (at: Date, isThisYear: boolean): string =>
  getDateFormat(getLocale(), {
    ...{ timeZone: getTimeZone(), day: "numeric", month: "short" },
    ...(!isThisYear && { year: "numeric" }),
  }).format(at);

/** Formats an instant's day and time apart, for lists by day: "Today" and "14:05". */
export function formatDayAndClock(at: Date): { day: string; clock: string } {
  const text = formatTime(at);
  const space = text.lastIndexOf(" ");
  return { day: text.charAt(0).toUpperCase() + text.slice(1, space), clock: text.slice(space + 1) };
}

/** Formats a day ("2026-11-20") for reading: "Fri, 20 Nov", or "20 Nov" without the weekday. */
export function formatDay(day: string, { weekday = true } = {}): string {
  return getDateFormat(getLocale(), {
    timeZone: "UTC",
    ...(weekday && { weekday: "short" }),
    day: "numeric",
    month: "short",
  }).format(new Date(`${day}T00:00:00Z`));
}

/**
 * Formats the days of a sum ("2026-11-01"): "today", "12 Nov",
 * "1 – 23 Nov", "since 1 Nov", "until 23 Nov" or "all time".
 */
export function formatDaySpan({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  const today = dayOf(new Date());
  if (from && from === to && to === today) return "today";
  const thisYear = [from, to].every((day) => !day || day.startsWith(today.slice(0, 4)));
  const format = getDateFormat(getLocale(), {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    ...(!thisYear && { year: "numeric" }),
  });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  if (from && to) return format.formatRange(at(from), at(to));
  if (from) return `since ${format.format(at(from))}`;
  return to ? `until ${format.format(at(to))}` : "all time";
}

/** Formats a measured duration: "340 ms", "1.2 s". */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Formats a duration in seconds for reading, rounded up: "40 seconds", "4 minutes", "2 hours". */
export function formatDuration(seconds: number): string {
  const [size, word] = seconds <= 90 ? [1, "second"] : seconds <= 5_400 ? [60, "minute"] : [3_600, "hour"];
  const count = Math.max(1, Math.ceil(seconds / size));
  return `${count} ${count === 1 ? word : `${word}s`}`;
}

/**
 * Formats a long duration roughly, so that a forecast doesn't jitter:
 * "about 7 hours", "about 5 days", "about 3 weeks".
 */
export function formatRoughDuration(ms: number): string {
  const hours = ms / 3_600_000;
  const [size, word] = hours < 48 ? [1, "hour"] : hours < 336 ? [24, "day"] : [168, "week"];
  return `about ${pluralise(Math.max(1, Math.round(hours / size)), word, `${word}s`)}`;
}

/** Formats an instant for a text that is read later, such as a receipt: "20 Nov 2026, 14:05". */
export function formatDateTime(at: Date): string {
  return getDateFormat(getLocale(), {
    timeZone: getTimeZone(),
    dateStyle: "medium",
    timeStyle: "short",
  }).format(at);
}

/** Formats an exact instant, for a title: "20 Nov 2026, 14:05:09 WAT". */
export function formatExactTime(at: Date): string {
  return getDateFormat(getLocale(), {
    timeZone: getTimeZone(),
    dateStyle: "medium",
    timeStyle: "long",
  }).format(at);
}

/** Formats an instant for a file in the portal's time zone: "2026-11-20T14:05:09+01:00". */
export function formatOffsetTime(at: Date): string {
  return zoned(at).toString({ smallestUnit: "second", timeZoneName: "never" });
}

/** Formats the API's `create_date` (interface: Transaction): "DD/MM/YYYY hh:mm AM/PM" in its zone. */
export function formatApiTime(at: Date): string {
  const then = zoned(at);
  const two = (n: number) => String(n).padStart(2, "0");
  const hour = two(then.hour % 12 || 12);
  const half = then.hour < 12 ? "AM" : "PM";
  return `${two(then.day)}/${two(then.month)}/${then.year} ${hour}:${two(then.minute)} ${half}`;
}

function zoned(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(getTimeZone());
}

/**
 * Starts a countdown of `ms`. The monotonic clock stops while the machine sleeps, and the wall clock can be
 * set back: the one that leaves less time counts.
 * @returns a function that returns the remaining ms, at least 0.
 */
export function startCountdown(ms: number): () => number {
  const [ticks, clock] = [performance.now() + ms, Date.now() + ms];
  return () => Math.max(0, Math.ceil(Math.min(ticks - performance.now(), clock - Date.now())));
}
