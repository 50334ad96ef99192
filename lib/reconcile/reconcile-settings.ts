import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconcileSettings } from "#db/schema/reconcile";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { restartChain } from "./chain-checkpoints.ts";

/**
 * Settings for resolving unconfirmed purchases. `automatic`: the chain settles, instead of only suggesting;
 * `basis` counts changes of what it concludes from.
 */
export type ReconcileSettings = Omit<typeof reconcileSettings.$inferSelect, "id">;

/** Returns the settings in force. Admins only. */
export async function getReconcileSettings(ctx: Ctx): Promise<ReconcileSettings> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select().from(reconcileSettings);
  if (!row) throw new Error("the row of settings is missing");
  return row;
}

const Minutes = z.coerce
  .number<string | number>()
  .int("Enter whole minutes.")
  .min(1, "Enter at least 1.")
  .max(1440, "Enter at most 1,440 minutes (a day).");

export const ChangeReconcileSettingsInput = z.object({
  automatic: z.stringbool().or(z.boolean()).default(false),
  lateMinutes: Minutes,
  refundMinutes: Minutes,
  graceMinutes: Minutes,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ChangeReconcileSettingsInput = z.infer<typeof ChangeReconcileSettingsInput>;

/**
 * Changes how unconfirmed purchases are decided. Admins only.
 * @throws invalid when the times contradict each other, conflict when they changed meanwhile.
 */
export async function changeReconcileSettings(ctx: Ctx, input: ChangeReconcileSettingsInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { lateMinutes, refundMinutes, graceMinutes, version, reason, ...rest } =
    ChangeReconcileSettingsInput.parse(input);
  if (refundMinutes < lateMinutes)
    throw invalidError("refundMinutes", "Enter at least as many minutes as for the late delivery window.");
  const wanted = {
    ...rest,
    lateSeconds: lateMinutes * 60,
    refundSeconds: refundMinutes * 60,
    graceSeconds: graceMinutes * 60,
  };
  const about = { subject: "reconcile", subjectId: "1" };
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from reconcile_settings for update`);
    const {
      version: current,
      automatic,
      lateSeconds,
      refundSeconds,
      graceSeconds,
    } = await getReconcileSettings(ctx);
    if (current !== version) throw await explainConflict(ctx, about);
    await ctx.db.update(reconcileSettings).set({ ...wanted, version: version + 1 });
    await restartChain(ctx);
    await recordAudit(ctx, {
      ...about,
      action: "reconcile.settings",
      reason,
      before: { automatic, lateSeconds, refundSeconds, graceSeconds },
      after: wanted,
    });
  });
}
