import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import { int, minor, readRow, readRows } from "#lib/core/read-rows";
import { formatDay } from "#lib/core/time/time";
import { createNotification } from "#lib/notification/create-notification";
import { getOutcomeReport, type OutcomeTotal } from "#lib/sales/outcome-report";
import { formatPeriod } from "#lib/sales/period-pdf";
import { reportSettings } from "./report-settings.ts";

/** Days after a week or a month in which its report is still sent. */
const MAX_DELAY_DAYS = 3;

/**
 * Sends admins the report of the previous day, week or month, once its days are closed, and
 * resellers their monthly statement: each once, on the chosen channels. Call it every few minutes,
 * also from several processes.
 */
export async function notifyReports(ctx: Ctx, { now = new Date() } = {}): Promise<void> {
  requireSystem(ctx);
  const localTime = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(env().TIME_ZONE);
  if (localTime.hour < (await readSettings(ctx, reportSettings)).hour) return;
  const today = localTime.toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  const yesterday = today.subtract({ days: 1 });
  await notifyPeriodReport(ctx, "report_day", { from: yesterday, until: today });
  await notifyOutcomes(ctx, yesterday.toString());
  if (monday.until(today).days < MAX_DELAY_DAYS)
    await notifyPeriodReport(ctx, "report_week", { from: monday.subtract({ days: 7 }), until: monday });
  if (first.until(today).days >= MAX_DELAY_DAYS) return;
  const month = { from: first.subtract({ months: 1 }), until: first };
  await notifyPeriodReport(ctx, "report_month", month);
  await notifyStatements(ctx, month);
}

interface ReportPeriod {
  from: Temporal.PlainDate;
  /** The day after its last one. */
  until: Temporal.PlainDate;
}

const PeriodSums = z.object({
  last: z.string().nullable(),
  delivered: int,
  failed: int,
  reversed: int,
  sales: minor,
  margin: minor,
  differing: int,
});

async function notifyPeriodReport(
  ctx: Ctx,
  event: "report_day" | "report_week" | "report_month",
  { from, until }: ReportPeriod,
): Promise<void> {
  const to = until.subtract({ days: 1 }).toString();
  const sums = await readRow(ctx.db, PeriodSums)`
    select
      max(day)::text as last,
      coalesce(sum(delivered), 0) as delivered, coalesce(sum(failed), 0) as failed,
      coalesce(sum(reversed), 0) as reversed, coalesce(sum(sales), 0) as sales,
      coalesce(sum(sales - cost), 0) as margin,
      (count(*) filter (where difference <> 0 or findings <> '{}'))::int as differing
    from daily_closes
    where day >= ${from.toString()}::date and day < ${until.toString()}::date`;
  // Days are closed in order, so the last close is enough.
  if (sums.last !== to) return;
  const span = {
    report_day: formatDay(to),
    report_week: `The week to ${formatDay(to)}`,
    report_month: formatPeriod(to.slice(0, 7)),
  };
  await createNotification(ctx, {
    to: "admins",
    event,
    key: to,
    title: `${span[event]}: ${sums.delivered} delivered for ${formatMoney(sums.sales)}`,
    text: [
      `Margin ${formatMoney(sums.margin)}. ${sums.failed} failed, ${sums.reversed} reversed.`,
      sums.differing === 0
        ? "The ledger is balanced."
        : `${sums.differing === 1 ? "One day is" : `${sums.differing} days are`} out of balance. Check now.`,
    ].join(" "),
    path:
      event === "report_day" ? `/admin/records/closes/${to}` : `/admin/records/closes?from=${from}&to=${to}`,
  });
}

/** Notifies the admins who chose it of a day's outcomes, once the day is closed. */
async function notifyOutcomes(ctx: Ctx, day: string): Promise<void> {
  const readers = await readRows(ctx.db, z.object({ id: int }))`
    select p.account_id as id
    from notification_choices p
    where p.group_name = 'report_outcomes'
      and (p.mail or p.push)
      and exists (select from daily_closes where day = ${day}::date)
      and not exists (
        select from notifications n
        where n.account_id = p.account_id and n.event = 'report_outcomes' and n.key = ${day})`;
  if (readers.length === 0) return;
  const { totals, agrees } = await getOutcomeReport(ctx, { day });
  const count = (outcome: OutcomeTotal["outcome"]) =>
    totals.find((total) => total.outcome === outcome)?.purchases ?? 0;
  const ledger = agrees ? "The totals match the ledger." : "The totals differ from the ledger. Check now.";
  for (const { id } of readers)
    await createNotification(ctx, {
      to: id,
      event: "report_outcomes",
      key: day,
      title: `${formatDay(day)}: ${count("delivered")} of ${count("all")} purchases delivered`,
      text: `${count("refunded")} refunded, ${count("held")} open. ${ledger}`,
      path: `/admin/records/outcomes?day=${day}`,
    });
}

/** Notifies each reseller whose wallet had entries in the month. */
async function notifyStatements(ctx: Ctx, { from, until }: ReportPeriod): Promise<void> {
  const zone = env().TIME_ZONE;
  const month = from.toString().slice(0, 7);
  const starts = (day: Temporal.PlainDate) => sql`${day.toString()}::date::timestamp at time zone ${zone}`;
  const moved = await readRows(ctx.db, z.object({ id: int }))`
    select r.id
    from resellers r
    where r.state <> 'closed'
      and not exists (
        select
        from notifications n
        where n.account_id = r.id and n.event = 'statement' and n.key = ${month})
      and exists (
        select
        from journals j
        where j.reseller_id = r.id and j.at >= ${starts(from)} and j.at < ${starts(until)})
    order by r.id`;
  for (let n = 0; n < moved.length; n += 500)
    await inTransaction(ctx, async (tx) => {
      for (const { id } of moved.slice(n, n + 500))
        await createNotification(tx, {
          to: id,
          event: "statement",
          key: month,
          title: `Your statement for ${formatPeriod(month)}`,
          text: "Open it to see the entries in your wallet, or download them as PDF or CSV.",
          path: "/wallet/statements",
        });
    });
}
