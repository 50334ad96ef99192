import { Day } from "#lib/core/day";
import { dayOf, sayDay } from "#lib/core/time";

/** The times that people look at most, by their name in the address. */
export const SPANS = { today: "Today", week: "This week", month: "This month", last: "Last month" } as const;

/** What an address says of the time that is looked at. */
export interface SpanQuery {
  span?: string;
  from?: string;
  to?: string;
}

/** From which day to which, as the address says; this month when it says nothing. */
export function spanOf(query: SpanQuery): { from: string; to: string; span: keyof typeof SPANS | null } {
  const today = Temporal.PlainDate.from(dayOf(new Date()));
  const from = Day.safeParse(query.from).data;
  const to = Day.safeParse(query.to).data;
  if (from || to) {
    const last = to ?? today.toString();
    return { from: from ?? last, to: last, span: null };
  }
  const of = (span: keyof typeof SPANS, first: Temporal.PlainDate, last = today) => ({
    ...{ from: first.toString(), to: last.toString(), span },
  });
  const month = today.with({ day: 1 });
  switch (query.span) {
    case "today":
      return of("today", today);
    case "week":
      return of("week", today.subtract({ days: today.dayOfWeek - 1 }));
    case "last":
      return of("last", month.subtract({ months: 1 }), month.subtract({ days: 1 }));
    default:
      return of("month", month);
  }
}

/** "1 Nov to 22 Nov", or one day. */
export function saySpanOf({ from, to }: { from: string; to: string }): string {
  const say = (day: string) => `${sayDay(day, { weekday: false })} ${day.slice(0, 4)}`;
  return from === to ? say(from) : `${say(from)} to ${say(to)}`;
}
