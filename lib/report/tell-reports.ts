import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money";
import { sayDay } from "#lib/core/time";
import { tell } from "#lib/notice/tell";
import { sayPeriod } from "#lib/purchase/period-paper";
import { reportHour } from "./report-hour.ts";

/** So many days after a week or a month is over it is still told, where nobody could before. */
const LATE_DAYS = 3;

/**
 * Tells the admins what the day, the week or the month before came to, once its days are closed, and resellers that the
 * statement of their month is there: each once, by the ways that they chose. To be called every few minutes; several
 * processes may.
 */
export async function tellReports(ctx: Ctx, { now = new Date() } = {}): Promise<void> {
  requireSystem(ctx);
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(env().TIME_ZONE);
  if (here.hour < (await reportHour(ctx)).hour) return;
  const today = here.toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  await tellSpan(ctx, "report_day", { from: today.subtract({ days: 1 }), until: today });
  if (monday.until(today).days < LATE_DAYS)
    await tellSpan(ctx, "report_week", { from: monday.subtract({ days: 7 }), until: monday });
  if (first.until(today).days >= LATE_DAYS) return;
  const month = { from: first.subtract({ months: 1 }), until: first };
  await tellSpan(ctx, "report_month", month);
  await tellStatements(ctx, month);
}

interface Span {
  from: Temporal.PlainDate;
  /** The day after its last one. */
  until: Temporal.PlainDate;
}

type Sums = Record<"delivered" | "failed" | "reversed" | "sales" | "margin", string> & {
  last: string | null;
  differing: number;
};

async function tellSpan(
  ctx: Ctx,
  event: "report_day" | "report_week" | "report_month",
  { from, until }: Span,
): Promise<void> {
  const to = until.subtract({ days: 1 }).toString();
  const [sums] = await ctx.db.execute<Sums>(sql`
    select max(day)::text as last, coalesce(sum(delivered), 0) as delivered, coalesce(sum(failed), 0) as failed,
      coalesce(sum(reversed), 0) as reversed, coalesce(sum(sales), 0) as sales, coalesce(sum(sales - cost), 0) as margin,
      (count(*) filter (where difference <> 0 or findings <> '{}'))::int as differing
    from daily_closes where day >= ${from.toString()}::date and day < ${until.toString()}::date`);
  // Days are closed in order: when the last one is, all are.
  if (sums?.last !== to) return;
  const span = {
    report_day: sayDay(to),
    report_week: `The week to ${sayDay(to)}`,
    report_month: sayPeriod(to.slice(0, 7)),
  };
  await tell(ctx, {
    ...{ to: "admins", event, key: to },
    title: `${span[event]}: ${sums.delivered} delivered for ${formatMoney(BigInt(sums.sales))}`,
    text: [
      `Margin ${formatMoney(BigInt(sums.margin))}. ${sums.failed} failed, ${sums.reversed} taken back.`,
      sums.differing === 0
        ? "The books agree."
        : `The books differ on ${sums.differing === 1 ? "one day" : `${sums.differing} days`}: look at it now.`,
    ].join(" "),
    path: event === "report_day" ? `/admin/closes/${to}` : `/admin/closes?from=${from}&to=${to}`,
  });
}

/** Everybody in whose wallet something moved in the month. */
async function tellStatements(ctx: Ctx, { from, until }: Span): Promise<void> {
  const zone = env().TIME_ZONE;
  const month = from.toString().slice(0, 7);
  const starts = (day: Temporal.PlainDate) => sql`${day.toString()}::date::timestamp at time zone ${zone}`;
  const moved = await ctx.db.execute<{ id: string }>(sql`
    select r.id from resellers r where r.state <> 'closed'
      and not exists (select from notices n where n.account_id = r.id and n.event = 'statement' and n.key = ${month})
      and exists (select from journals j where j.reseller_id = r.id and j.at >= ${starts(from)} and j.at < ${starts(until)})
    order by r.id`);
  for (let n = 0; n < moved.length; n += 500)
    await inTransaction(ctx, async (tx) => {
      for (const { id } of moved.slice(n, n + 500))
        await tell(tx, {
          ...{ to: Number(id), event: "statement", key: month },
          title: `Your statement of ${sayPeriod(month)}`,
          text: "What moved in your wallet, to read, as PDF or as a file.",
          path: `/wallet/statements/${month}`,
        });
    });
}
