import { dayOf } from "./time.ts";

/** Days that words in a text name, as "2026-11-20", both included. */
export interface NamedDays {
  from: string;
  to: string;
  /** The text without these words. */
  rest: string;
  /** The words alone, if people have this name too: "Sunday", "May". */
  name: string | null;
}

/**
 * Reads the first words that name a day or days: "yesterday", "Monday", "last week", "12 Nov", "November",
 * "12/11". A date without a year is the latest that has begun.
 */
export function readNamedDays(text: string, now = new Date()): NamedDays | undefined {
  const words = text.trim().split(/\s+/);
  const today = Temporal.PlainDate.from(dayOf(now));
  for (const length of [3, 2, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const named = words.slice(at, at + length).join(" ");
      const span = readSpan(named.toLowerCase(), today);
      if (!span) continue;
      const [from, to] = span;
      return {
        from: from.toString(),
        to: to.toString(),
        rest: words.toSpliced(at, length).join(" "),
        name:
          length === 1 && /^[a-z]+$/i.test(named) && !Object.hasOwn(FIXED, named.toLowerCase())
            ? named
            : null,
      };
    }
  return undefined;
}

type Span = readonly [from: Temporal.PlainDate, to: Temporal.PlainDate];

/** Spans that no name can be mistaken for. */
const FIXED: Partial<Record<string, (today: Temporal.PlainDate) => Span>> = {
  today: (today) => [today, today],
  yesterday: (today) => wholeDay(today.subtract({ days: 1 })),
  "this week": (today) => [startOfWeek(today), today],
  "last week": (today) => [
    startOfWeek(today).subtract({ days: 7 }),
    startOfWeek(today).subtract({ days: 1 }),
  ],
  "this month": (today) => [today.with({ day: 1 }), today],
  "last month": (today) => wholeMonth(today.subtract({ months: 1 })),
};

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

function readSpan(words: string, today: Temporal.PlainDate): Span | undefined {
  const fixed = Object.hasOwn(FIXED, words) ? FIXED[words]?.(today) : undefined;
  if (fixed) return fixed;
  const weekday = findAbbreviated(WEEKDAYS, words);
  if (weekday) return wholeDay(today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 }));
  const month = findAbbreviated(MONTHS, words);
  if (month) return wholeMonth(latest({ month, day: 1 }, today));
  return readDate(words, today);
}

const DATE_PATTERNS = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>[a-z]+),?(?: (?<year>20\d\d))?$/,
  /^(?<month>[a-z]+) (?<day>\d{1,2})(?:st|nd|rd|th)?,?(?: (?<year>20\d\d))?$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>20\d\d))?$/,
  /^(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)$/,
];

function readDate(words: string, today: Temporal.PlainDate): Span | undefined {
  for (const pattern of DATE_PATTERNS) {
    const fields = pattern.exec(words)?.groups;
    if (!fields) continue;
    const month = /^\d+$/.test(fields.month ?? "")
      ? Number(fields.month)
      : findAbbreviated(MONTHS, fields.month ?? "");
    if (!month) continue;
    try {
      const date = { month, day: Number(fields.day) };
      if (!fields.year) return wholeDay(latest(date, today));
      return wholeDay(
        Temporal.PlainDate.from({ year: Number(fields.year), ...date }, { overflow: "reject" }),
      );
    } catch {
      // Not a day of this month.
    }
  }
  return undefined;
}

/** Finds a word or its first three letters or more. @returns its place from 1 on, or 0 */
const findAbbreviated = (all: readonly string[], word: string): number =>
  word.length < 3 ? 0 : all.findIndex((name) => name.startsWith(word)) + 1;

/** @throws RangeError for a day that the month doesn't have in this year or the last */
function latest(date: { month: number; day: number }, today: Temporal.PlainDate): Temporal.PlainDate {
  const thisYear = Temporal.PlainDate.from({ year: today.year, ...date }, { overflow: "reject" });
  return Temporal.PlainDate.compare(thisYear, today) > 0 ? thisYear.subtract({ years: 1 }) : thisYear;
}

const wholeDay = (day: Temporal.PlainDate): Span => [day, day];
const wholeMonth = (day: Temporal.PlainDate): Span => [
  day.with({ day: 1 }),
  day.with({ day: day.daysInMonth }),
];
const startOfWeek = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
