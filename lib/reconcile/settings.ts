import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconciling } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { restartChain } from "./marks.ts";

/** How unconfirmed purchases are decided. Money in minor units. */
export interface Settings {
  /** Whether the chain settles by itself, or only proposes. */
  automatic: boolean;
  lateSeconds: number;
  refundSeconds: number;
  graceSeconds: number;
  lowBalance: Minor;
  scannedTo: Date;
  /** Counts changes. */
  version: number;
  /** Counts changes of what the chain concludes from. */
  basis: number;
}

/** The settings in force. Admins only. */
export async function settings(ctx: Ctx): Promise<Settings> {
  requireAdmin(ctx);
  const [row] = await ctx.db.select().from(reconciling);
  if (!row) throw new Error("the row of settings is missing");
  return row;
}

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
  lowBalance: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ChangeSettingsInput = z.infer<typeof ChangeSettingsInput>;

/**
 * Changes how unconfirmed purchases are decided. Admins only.
 * @throws invalid when the times contradict each other, conflict when they changed meanwhile.
 */
export async function changeSettings(ctx: Ctx, asked: ChangeSettingsInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const input = ChangeSettingsInput.parse(asked);
  const { lateMinutes, refundMinutes, graceMinutes, version, reason, ...rest } = input;
  if (refundMinutes < lateMinutes) throw invalid("refundMinutes", "At least as long as the one before.");
  const wanted = {
    ...rest,
    lateSeconds: lateMinutes * 60,
    refundSeconds: refundMinutes * 60,
    graceSeconds: graceMinutes * 60,
  };
  const about = { subject: "reconcile", subjectId: "1" };
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from reconciling for update`);
    const {
      version: current,
      automatic,
      lateSeconds,
      refundSeconds,
      graceSeconds,
      lowBalance,
    } = await settings(ctx);
    if (current !== version) throw await changedMeanwhile(ctx, about);
    await ctx.db.update(reconciling).set({ ...wanted, version: version + 1 });
    await restartChain(ctx);
    await record(ctx, {
      ...about,
      action: "reconcile.settings",
      reason,
      before: { automatic, lateSeconds, refundSeconds, graceSeconds, lowBalance },
      after: wanted,
    });
  });
}
