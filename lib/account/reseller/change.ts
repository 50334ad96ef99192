import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Amount, Id } from "#lib/core/amount";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";

/** What every change of a reseller asks for. */
export const ResellerChange = z.object({
  resellerId: Id,
  /** The reseller as the form was made from. */
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ResellerChange = z.infer<typeof ResellerChange>;

export const ChangeLevelInput = ResellerChange.extend({ level: z.enum(LEVELS, "Choose a level.") });
export type ChangeLevelInput = z.infer<typeof ChangeLevelInput>;

/** Sets the level whose prices a reseller pays from the next purchase on; API is the one with tokens. Admins only. */
export async function changeLevel(ctx: Ctx, input: ChangeLevelInput): Promise<void> {
  const { level, ...change } = ChangeLevelInput.parse(input);
  await changeReseller(ctx, change, "reseller.level", { level });
}

export const SetDailyLimitInput = ResellerChange.extend({
  /** In minor units, or as it is typed; empty is no limit. */
  limit: z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable()),
});
export type SetDailyLimitInput = z.input<typeof SetDailyLimitInput>;

/** Sets the most that a reseller may spend in a day, or lifts the limit. Admins only. */
export async function setDailyLimit(ctx: Ctx, input: SetDailyLimitInput): Promise<void> {
  const { limit, ...change } = SetDailyLimitInput.parse(input);
  await changeReseller(ctx, change, "reseller.daily_limit", { dailyLimit: limit });
}

export const SetDeskLowInput = ResellerChange.extend({
  /** In minor units, or as it is typed; empty is never. */
  below: z.preprocess((typed) => (typed === "" ? null : typed), Amount.nullable()),
});
export type SetDeskLowInput = z.input<typeof SetDeskLowInput>;

/** Sets below which balance the desk is told that a reseller's wallet is low, or that it never is. Admins only. */
export async function setDeskLow(ctx: Ctx, input: SetDeskLowInput): Promise<void> {
  const { below, ...change } = SetDeskLowInput.parse(input);
  await changeReseller(ctx, change, "reseller.desk_low", { deskLowBelow: below });
}

export const SetCollectsInput = ResellerChange.extend({ collects: z.enum(["yes", "no"]) });
export type SetCollectsInput = z.infer<typeof SetCollectsInput>;

/** Says whether a reseller's shop may be paid through the operator's account. Admins only. */
export async function setCollects(ctx: Ctx, input: SetCollectsInput): Promise<void> {
  const { collects, ...change } = SetCollectsInput.parse(input);
  await changeReseller(ctx, change, "reseller.collects", { collects: collects === "yes" });
}

/** Lets a restricted reseller buy again. Admins only. */
export async function liftRestriction(ctx: Ctx, input: ResellerChange): Promise<void> {
  await changeReseller(ctx, ResellerChange.parse(input), "reseller.lifted", { state: "active" });
}

type Values = Partial<
  Pick<typeof resellers.$inferSelect, "level" | "state" | "dailyLimit" | "deskLowBelow" | "collects">
>;

/**
 * Changes a reseller's row and records it: purchases that are placed at this moment have committed before, or see
 * the change. Admins only.
 * @throws not_found; conflict when somebody changed it meanwhile, it is so already, or the account is closed.
 */
export function changeReseller(
  ctx: Ctx,
  { resellerId, version, reason }: ResellerChange,
  action: string,
  values: Values,
): Promise<void> {
  requireAdmin(ctx, "resellers");
  return inTransaction(ctx, async (tx) => {
    const before = await lockReseller(tx, { resellerId, version });
    const names = Object.keys(values) as (keyof Values)[];
    if (names.every((name) => before[name] === values[name]))
      throw new PortalError("conflict", "It is so already. Nothing was changed.");
    await tx.db
      .update(resellers)
      .set({ ...values, version: sql`${resellers.version} + 1` })
      .where(eq(resellers.id, resellerId));
    await record(tx, {
      action,
      subject: "reseller",
      subjectId: resellerId,
      resellerId,
      reason,
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: values,
    });
  });
}

/** The row of a reseller that is still as the form knew it, locked. Part of its caller's transaction. */
export async function lockReseller(
  ctx: Ctx,
  { resellerId, version }: Pick<ResellerChange, "resellerId" | "version">,
): Promise<typeof resellers.$inferSelect> {
  const [row] = await ctx.db.select().from(resellers).where(eq(resellers.id, resellerId)).for("update");
  if (!row) throw notFound("reseller");
  if (row.state === "closed") throw new PortalError("conflict", "This account is closed, for good.");
  if (row.version !== version)
    throw await changedMeanwhile(ctx, { subject: "reseller", subjectId: resellerId });
  return row;
}
