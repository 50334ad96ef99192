import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconciling } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import { decimalText, type Minor } from "#lib/core/money";
import { Reason } from "#lib/core/reason";
import { orPropose, type Waiting } from "#lib/ledger/second-admin";
import { restartChain } from "./marks.ts";

/** How unconfirmed purchases are decided. Money in minor units. */
export interface Settings {
  /** Whether the chain settles by itself, or only proposes. */
  automatic: boolean;
  lateSeconds: number;
  refundSeconds: number;
  graceSeconds: number;
  secondAdminAbove: Minor;
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
  secondAdminAbove: Amount,
  lowBalance: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ChangeSettingsInput = z.infer<typeof ChangeSettingsInput>;

/**
 * Changes how unconfirmed purchases are decided, and above which sum two admins are needed: raising that sum waits for a
 * second admin, lowering it does not, and both are for owners. Admins only.
 * @throws invalid when the times contradict each other, conflict when they changed meanwhile.
 */
export async function changeSettings(ctx: Ctx, asked: ChangeSettingsInput): Promise<Waiting | undefined> {
  requireAdmin(ctx, "rules");
  const input = ChangeSettingsInput.parse(asked);
  const { secondAdminAbove: amount, lowBalance, lateMinutes, refundMinutes, reason } = input;
  if (refundMinutes < lateMinutes) throw invalid("refundMinutes", "At least as long as the one before.");
  // A change in between is noticed by the version.
  const { secondAdminAbove: inForce } = await settings(ctx);
  if (amount !== inForce) requireAdmin(ctx, "staff");
  if (amount <= inForce) return applySettings(ctx, input);
  const kept = { ...input, secondAdminAbove: decimalText(amount), lowBalance: decimalText(lowBalance) };
  const movement = { kind: "settings" as const, amount, reason, about: "rules", input: kept };
  return orPropose(ctx, movement, (ctx) => applySettings(ctx, input));
}

/** Changes the settings; the caller has checked the rights. @throws conflict when they changed meanwhile */
export function applySettings(ctx: Ctx, input: ChangeSettingsInput): Promise<undefined> {
  const { lateMinutes, refundMinutes, graceMinutes, version, reason, ...rest } = input;
  const wanted = {
    ...rest,
    lateSeconds: lateMinutes * 60,
    refundSeconds: refundMinutes * 60,
    graceSeconds: graceMinutes * 60,
  };
  const about = { subject: "reconcile", subjectId: "1" };
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`select from reconciling for update`);
    const { scannedTo: _, basis: __, version: current, ...before } = await settings(ctx);
    if (current !== version) throw await changedMeanwhile(ctx, about);
    await ctx.db.update(reconciling).set({ ...wanted, version: version + 1 });
    await restartChain(ctx);
    await record(ctx, {
      ...about,
      action: "reconcile.settings",
      reason,
      before: { ...before },
      after: wanted,
    });
    return undefined;
  });
}
