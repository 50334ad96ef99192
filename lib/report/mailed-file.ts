import { sql } from "drizzle-orm";
import { type Ctx, type Level, requireSystem } from "#lib/core/context";
import type { Attachment } from "#lib/mail/transport";
import type { MailFile } from "#lib/mail/write-mail";
import { periodPaper } from "#lib/purchase/period-paper";
import { closeList } from "#lib/purchase/report/close-list";

/**
 * The file of what a mail tells of: the closed days of a report as CSV, where its reader may download lists, or the month’s
 * statement of a reseller as PDF. Made when the mail is sent. Only the portal itself asks.
 * @returns undefined where its reader may not have it any more. @throws as `periodPaper`
 */
export async function mailedFile(
  ctx: Ctx,
  { of, key, accountId }: MailFile,
): Promise<Attachment | undefined> {
  requireSystem(ctx);
  if (of === "statement") return statement(ctx, accountId, key);
  const from = REPORTS[of]?.(Temporal.PlainDate.from(key));
  if (!from || !(await mayExport(ctx, accountId))) return undefined;
  const rows = await Array.fromAsync(closeList.csv(ctx, { from: from.toString(), to: key }));
  const days = from.toString() === key ? key : `${from}-to-${key}`;
  return { name: `${closeList.fileName}-${days}.csv`, type: "text/csv", content: Buffer.from(rows.join("")) };
}

/** The first day of each report, by its last. */
const REPORTS: Readonly<Record<string, (last: Temporal.PlainDate) => Temporal.PlainDate>> = {
  report_day: (last) => last,
  report_week: (last) => last.subtract({ days: 6 }),
  report_month: (last) => last.with({ day: 1 }),
};

async function mayExport(ctx: Ctx, accountId: number): Promise<boolean> {
  const [row] = await ctx.db.execute<{ may: boolean }>(sql`
    select staff_may(${accountId}, 'export') as may`);
  return row?.may === true;
}

async function statement(ctx: Ctx, id: number, month: string): Promise<Attachment | undefined> {
  const [reseller] = await ctx.db.execute<{ email: string; level: Level }>(sql`
    select a.email, r.level from resellers r join accounts a on a.id = r.id
    where r.id = ${id} and r.state <> 'closed' and a.closed_at is null`);
  if (!reseller) return undefined;
  const own: Ctx = { ...ctx, actor: { kind: "reseller", id, ...reseller, sessionId: 0 } };
  const content = await periodPaper(own, { period: month });
  return { name: `statement-${month}.pdf`, type: "application/pdf", content };
}
