import { sql } from "drizzle-orm";
import { z } from "zod";
import { actForReseller, type Ctx, requireSystem } from "#lib/core/context";
import { completeCsv } from "#lib/core/list/csv";
import { PRICE_TERMS_COLUMNS, selectAgentTerms } from "#lib/core/price-list/agent-terms";
import { readRow, readRows } from "#lib/core/read-rows";
import type { MailFile } from "#lib/mail/queue-mail";
import type { Attachment } from "#lib/mail/transport";
import { dailyCloseList } from "#lib/sales/daily-close-list";
import { outcomeReportFile } from "#lib/sales/outcome-files";
import { renderPeriodPdf } from "#lib/sales/period-pdf";

/**
 * Creates the attachment of an email when it is sent: the closed days of a report as CSV, if its reader may
 * download lists, or a reseller's monthly statement as PDF. Background work only.
 * @returns undefined when its reader no longer has access. @throws as `renderPeriodPdf`
 */
export async function createMailedFile(
  ctx: Ctx,
  { of, key, accountId }: Pick<MailFile, "of" | "key" | "accountId">,
): Promise<Attachment | undefined> {
  requireSystem(ctx);
  if (of === "statement") return createStatementFile(ctx, accountId, key);
  if (of === "report_outcomes") return createOutcomesFile(ctx, accountId, key);
  const from = REPORT_STARTS[of]?.(Temporal.PlainDate.from(key));
  if (!from || !(await canExport(ctx, accountId))) return undefined;
  const days = from.toString() === key ? key : `${from}-to-${key}`;
  return attachCsv(
    `${dailyCloseList.fileName}-${days}`,
    dailyCloseList.csv(ctx, { from: from.toString(), to: key }),
  );
}

async function attachCsv(name: string, rows: AsyncIterable<string>): Promise<Attachment> {
  const pieces = await Array.fromAsync(completeCsv(rows));
  return { name: `${name}.csv`, type: "text/csv", content: Buffer.from(pieces.join("")) };
}

/** Maps the last day of each kind of report to its first. */
const REPORT_STARTS: Readonly<Record<string, (last: Temporal.PlainDate) => Temporal.PlainDate>> = {
  report_day: (last) => last,
  report_week: (last) => last.subtract({ days: 6 }),
  report_month: (last) => last.with({ day: 1 }),
};

async function createOutcomesFile(ctx: Ctx, accountId: number, day: string): Promise<Attachment | undefined> {
  if (!(await canExport(ctx, accountId))) return undefined;
  return attachCsv(`${outcomeReportFile.fileName}-${day}`, outcomeReportFile.csv(ctx, { day }));
}

async function canExport(ctx: Ctx, accountId: number): Promise<boolean> {
  const { may } = await readRow(ctx.db, z.object({ may: z.boolean() }))`
    select has_staff_permission(${accountId}, 'export') as may`;
  return may;
}

async function createStatementFile(ctx: Ctx, id: number, month: string): Promise<Attachment | undefined> {
  const [reseller] = await readRows(ctx.db, z.object({ email: z.string(), ...PRICE_TERMS_COLUMNS }))`
    select a.email, r.level, ${selectAgentTerms(sql`r`)} as agent from resellers r join accounts a on a.id = r.id
    where r.id = ${id} and r.state <> 'closed' and a.closed_at is null`;
  if (!reseller) return undefined;
  const resellerCtx = actForReseller(ctx, { id, ...reseller });
  const content = await renderPeriodPdf(resellerCtx, { period: month });
  return { name: `statement-${month}.pdf`, type: "application/pdf", content };
}
