import type { Query } from "#app/ui/list/build-href.ts";
import { Day } from "#lib/core/time/day";
import { dayOf } from "#lib/core/time/time";

export const PROFIT_PERIODS = {
  today: "Today",
  week: "This week",
  month: "This month",
  last: "Last month",
} as const;

/** Reads the first and last day from a query; this month by default. */
export function parseProfitPeriod(query: Query) {
  const today = Temporal.PlainDate.from(dayOf(new Date()));
  const from = Day.safeParse(query.from).data;
  const to = Day.safeParse(query.to).data;
  if (from || to) {
    const last = to ?? today.toString();
    return { from: from ?? last, to: last, span: null };
  }
  const createPeriod = (span: keyof typeof PROFIT_PERIODS, first: Temporal.PlainDate, last = today) => ({
    from: first.toString(),
    to: last.toString(),
    span,
  });
  const month = today.with({ day: 1 });
  switch (query.span) {
    case "today":
      return createPeriod("today", today);
    case "week":
      return createPeriod("week", today.subtract({ days: today.dayOfWeek - 1 }));
    case "last":
      return createPeriod("last", month.subtract({ months: 1 }), month.subtract({ days: 1 }));
    default:
      return createPeriod("month", month);
  }
}

/** Formats a period as the query that `parseProfitPeriod` reads. */
export function formatPeriodQuery({ span, from, to }: ReturnType<typeof parseProfitPeriod>): string {
  return new URLSearchParams(span === null ? { from, to } : { span }).toString();
}

/** Reads one day from a query: today unless it names a past one. */
export function parseDay(day: unknown): string {
  const today = dayOf(new Date());
  const { data = today } = Day.safeParse(day);
  return [data, today].toSorted()[0] ?? today;
}
