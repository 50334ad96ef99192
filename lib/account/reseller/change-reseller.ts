import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { OptionalAmount } from "#lib/core/money/amount";
import { Reason } from "#lib/core/text/reason";

/** The fields of every change of a reseller. */
export const ResellerChange = z.object({
  resellerId: Id,
  /** The version of the reseller that the form showed. */
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ResellerChange = z.infer<typeof ResellerChange>;

export const ChangeLevelInput = ResellerChange.extend({ level: z.enum(LEVELS, "Choose a level.") });
export type ChangeLevelInput = z.infer<typeof ChangeLevelInput>;

/** Sets a reseller's level of prices from the next purchase on; level API allows tokens. Admins only. */
export async function changeLevel(ctx: Ctx, input: ChangeLevelInput): Promise<void> {
  const { level, ...change } = ChangeLevelInput.parse(input);
  await changeWithPassword(ctx, change, "reseller.level", { level });
}

export const SetDailyLimitInput = ResellerChange.extend({
  /** In minor units, or as typed; empty for no limit. */
  limit: OptionalAmount,
});
export type SetDailyLimitInput = z.input<typeof SetDailyLimitInput>;

/** Sets or lifts the maximum that a reseller may spend in a day. Admins only. */
export async function setDailyLimit(ctx: Ctx, input: SetDailyLimitInput): Promise<void> {
  const { limit, ...change } = SetDailyLimitInput.parse(input);
  await changeWithPassword(ctx, change, "reseller.daily_limit", { dailyLimit: limit });
}

export const SetResellerLowWalletThresholdInput = ResellerChange.extend({
  /** In minor units, or as typed; empty for never. */
  below: OptionalAmount,
});
export type SetResellerLowWalletThresholdInput = z.input<typeof SetResellerLowWalletThresholdInput>;

/** Sets or removes the balance below which a reseller's wallet becomes an action item. Admins only. */
export async function setResellerLowWalletThreshold(ctx: Ctx, input: SetResellerLowWalletThresholdInput) {
  const { below, ...change } = SetResellerLowWalletThresholdInput.parse(input);
  await changeReseller(ctx, change, "reseller.low_wallet_threshold", { adminLowBalanceThreshold: below });
}

export const SetOperatorCollectionInput = ResellerChange.extend({ collects: z.enum(["yes", "no"]) });
export type SetOperatorCollectionInput = z.infer<typeof SetOperatorCollectionInput>;

/**
 * Sets whether a reseller's shop may be paid through the operator's account, which lends them what isn't
 * delivered yet: allowing it needs the approval of another owner where there is one. Admins only.
 * @throws as `changeReseller` does; conflict when a request waits already; invalid at `confirmPassword`
 */
export async function setOperatorCollection(
  ctx: Ctx,
  input: SetOperatorCollectionInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "resellers");
  const wanted = SetOperatorCollectionInput.parse(input);
  const { resellerId, reason, collects } = wanted;
  await requireConfirmation(ctx);
  if (collects === "no") return applyOperatorCollection(ctx, wanted);
  const change = {
    kind: "settings" as const,
    reason,
    resellerId,
    about: `collection ${resellerId}`,
    subject: { subject: "reseller", subjectId: resellerId },
    facts: { before: { collects: false }, after: { collects: true } },
    input: { change: "collection" as const, wanted },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyOperatorCollection(tx, wanted));
}

/** Sets it; the caller has checked the rights. Throws as `changeReseller` does. */
export async function applyOperatorCollection(ctx: Ctx, input: unknown): Promise<undefined> {
  const { collects, ...change } = SetOperatorCollectionInput.parse(input);
  await writeReseller(ctx, change, "reseller.collects", { collects: collects === "yes" });
}

export const SetMessagePayerInput = ResellerChange.extend({
  /** Empty: as the message settings say. */
  payer: z.enum(["", "operator", "wallet"], "Choose a payer."),
});
export type SetMessagePayerInput = z.infer<typeof SetMessagePayerInput>;

/**
 * Sets the payer of messages to a reseller's customers. Before a reseller pays, they have to agree to the
 * price. Admins only.
 */
export async function setMessagePayer(ctx: Ctx, input: SetMessagePayerInput): Promise<void> {
  const { payer, ...change } = SetMessagePayerInput.parse(input);
  await changeWithPassword(ctx, change, "reseller.message_payer", { messagePayer: payer || null });
}

/** Lets a restricted reseller buy again. Admins only. */
export async function liftRestriction(ctx: Ctx, input: ResellerChange): Promise<void> {
  await changeWithPassword(ctx, ResellerChange.parse(input), "reseller.lifted", { state: "active" });
}

type ResellerValues = Partial<
  Pick<
    typeof resellers.$inferSelect,
    "level" | "state" | "dailyLimit" | "adminLowBalanceThreshold" | "collects" | "messagePayer"
  >
>;

/**
 * Changes it where the change is worth money to a thief.
 * @throws invalid at `confirmPassword`; as `changeReseller` does
 */
async function changeWithPassword(
  ctx: Ctx,
  change: ResellerChange,
  action: string,
  values: ResellerValues,
): Promise<void> {
  requireAdmin(ctx, "resellers");
  await requireConfirmation(ctx);
  await changeReseller(ctx, change, action, values);
}

/**
 * Changes a reseller's row and records it. Purchases placed at this moment either committed before or see
 * the change. Admins only.
 * @throws not_found; conflict when it changed meanwhile, has this value already, or the account is closed.
 */
export function changeReseller(
  ctx: Ctx,
  change: ResellerChange,
  action: string,
  values: ResellerValues,
): Promise<void> {
  requireAdmin(ctx, "resellers");
  return writeReseller(ctx, change, action, values);
}

function writeReseller(
  ctx: Ctx,
  { resellerId, version, reason }: ResellerChange,
  action: string,
  values: ResellerValues,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockReseller(tx, { resellerId, version });
    const names = Object.keys(values) as (keyof ResellerValues)[];
    if (names.every((name) => before[name] === values[name]))
      throw new PortalError("conflict", "This value is already set. Nothing was changed.");
    await tx.db
      .update(resellers)
      .set({ ...values, version: sql`${resellers.version} + 1` })
      .where(eq(resellers.id, resellerId));
    await recordAudit(tx, {
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

/** Locks the row of a reseller at the form's version. Part of its caller's transaction. */
export async function lockReseller(
  ctx: Ctx,
  { resellerId, version }: Pick<ResellerChange, "resellerId" | "version">,
): Promise<typeof resellers.$inferSelect> {
  const [row] = await ctx.db.select().from(resellers).where(eq(resellers.id, resellerId)).for("update");
  if (!row) throw notFoundError("reseller");
  if (row.state === "closed")
    throw new PortalError("conflict", "This account is closed and can’t be reopened. Nothing was changed.");
  if (row.version !== version)
    throw await explainConflict(ctx, { subject: "reseller", subjectId: resellerId });
  return row;
}
