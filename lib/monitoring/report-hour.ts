import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reportSettings as table } from "#db/schema/report";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

/** Returns the hour in `TIME_ZONE` from which reports are sent, 0 to 23. Admins only. */
export async function getReportHour(ctx: Ctx): Promise<{ hour: number; version: number }> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select({ hour: table.hour, version: table.version }).from(table);
  if (!row) throw new Error("the row of the reports’ settings is missing");
  return row;
}

export const SetReportHourInput = z.object({
  hour: z.coerce
    .number<string | number>("Choose an hour.")
    .int()
    .min(0, "Choose an hour.")
    .max(23, "Choose an hour."),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetReportHourInput = z.input<typeof SetReportHourInput>;

/** Sets the hour from which reports are sent; sent reports aren't repeated. Admins only. @throws conflict */
export async function setReportHour(ctx: Ctx, input: SetReportHourInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { hour, version, reason } = SetReportHourInput.parse(input);
  const about = { subject: "reports", subjectId: "hour" };
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(table).for("update");
    if (before?.version !== version) throw await explainConflict(tx, about);
    await tx.db
      .update(table)
      .set({ hour, version: sql`${table.version} + 1` })
      .where(eq(table.version, version));
    await recordAudit(tx, {
      ...about,
      action: "report.hour",
      reason,
      before: { hour: before.hour },
      after: { hour },
    });
  });
}
