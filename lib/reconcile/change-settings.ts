import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconciling } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { settings } from "./settings.ts";

const Minutes = z.coerce
  .number<string | number>()
  .int("Whole minutes.")
  .min(1, "At least 1.")
  .max(1440, "At most 1440.");

export const ChangeSettingsInput = z.object({
  automatic: z.stringbool().or(z.boolean()).default(false),
  lateMinutes: Minutes,
  refundMinutes: Minutes,
  graceMinutes: Minutes,
  secondAdminAbove: Amount,
  lowBalance: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ChangeSettingsInput = z.infer<typeof ChangeSettingsInput>;

/**
 * Changes how unconfirmed purchases are decided. Admins only.
 * @throws invalid when the times contradict each other, conflict when they changed meanwhile.
 */
export function changeSettings(ctx: Ctx, input: ChangeSettingsInput): Promise<void> {
  requireAdmin(ctx);
  const { lateMinutes, refundMinutes, graceMinutes, version, reason, ...rest } = input;
  if (refundMinutes < lateMinutes) throw tooShort("refundMinutes", "At least as long as the one before.");
  const wanted = {
    ...rest,
    lateSeconds: lateMinutes * 60,
    refundSeconds: refundMinutes * 60,
    graceSeconds: graceMinutes * 60,
  };
  const about = { subject: "reconcile", subjectId: "1" };
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from reconciling for update`);
    const { scannedTo: _, version: current, ...before } = await settings(ctx);
    if (current !== version) throw await changedMeanwhile(ctx, about);
    await ctx.db.update(reconciling).set({ ...wanted, version: version + 1 });
    await record(ctx, {
      ...about,
      action: "reconcile.settings",
      reason,
      before: { ...before },
      after: wanted,
    });
  });
}

function tooShort(field: string, message: string): PortalError {
  return new PortalError("invalid", message, { fields: { [field]: [message] } });
}
