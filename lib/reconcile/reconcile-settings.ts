import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconcileSettings } from "#db/schema/reconcile";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
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

const AUDIT_SUBJECT = { subject: "reconcile", subjectId: "1" };

/**
 * Changes how unconfirmed purchases are decided. Money is refunded by it without an admin, so that it needs
 * the approval of another owner where there is one, except to turn the automatic off. Admins only.
 * @throws invalid when the times contradict each other, or at `confirmPassword`; conflict when they changed
 * meanwhile, or a change waits already
 */
export async function changeReconcileSettings(
  ctx: Ctx,
  input: ChangeReconcileSettingsInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = ChangeReconcileSettingsInput.parse(input);
  if (wanted.refundMinutes < wanted.lateMinutes)
    throw invalidError("refundMinutes", "Enter at least as many minutes as for the late delivery window.");
  await requireConfirmation(ctx);
  const before = toAuditFacts(await getReconcileSettings(ctx));
  const after = toAuditFacts(toValues(wanted));
  if (isDeepStrictEqual({ ...before, automatic: false }, after))
    return inTransaction(ctx, (tx) => applyReconcileSettings(tx, wanted));
  const change = {
    kind: "settings" as const,
    reason: wanted.reason,
    about: "reconcile",
    subject: AUDIT_SUBJECT,
    facts: { before, after },
    input: { change: "reconcile" as const, wanted },
  };
  return runOrRequestApproval(ctx, change, (tx) => applyReconcileSettings(tx, wanted));
}

/** Sets them in the caller's transaction, who has checked the rights. @throws conflict when they changed */
export async function applyReconcileSettings(ctx: Ctx, input: unknown): Promise<undefined> {
  const { version, reason, ...wanted } = ChangeReconcileSettingsInput.parse(input);
  await ctx.db.execute(sql`select from reconcile_settings for update`);
  const before = await getReconcileSettings(ctx);
  if (before.version !== version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  const values = toValues(wanted);
  await ctx.db.update(reconcileSettings).set({ ...values, version: version + 1 });
  await restartChain(ctx);
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "reconcile.settings",
    reason,
    before: toAuditFacts(before),
    after: values,
  });
}

type Values = Pick<ReconcileSettings, "automatic" | "lateSeconds" | "refundSeconds" | "graceSeconds">;

const toValues = ({
  automatic,
  lateMinutes,
  refundMinutes,
  graceMinutes,
}: Omit<ChangeReconcileSettingsInput, "version" | "reason">): Values => ({
  automatic,
  lateSeconds: lateMinutes * 60,
  refundSeconds: refundMinutes * 60,
  graceSeconds: graceMinutes * 60,
});

const toAuditFacts = ({ automatic, lateSeconds, refundSeconds, graceSeconds }: Values) => ({
  automatic,
  lateSeconds,
  refundSeconds,
  graceSeconds,
});
