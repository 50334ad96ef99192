import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { reconcileSettings } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Amount } from "#lib/core/money/amount";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { type PendingApproval, runOrRequestApproval } from "./approval-request.ts";
import { explainConflict } from "./explain-conflict.ts";
import { recordAudit } from "./record-audit.ts";
import { requireConfirmation } from "./require-confirmation.ts";

export interface ApprovalSettings {
  /** Maximum total that one admin moves without approval within 24 hours, in minor units. */
  above: Minor;
  version: number;
}

/** Reads the daily total above which manual adjustments need approval. Admins only. */
export async function readApprovalSettings(ctx: Ctx): Promise<ApprovalSettings> {
  requireAdmin(ctx);
  const [rules] = await ctx.db
    .select({ above: reconcileSettings.singleAdminLimit, version: reconcileSettings.approvalSettingsVersion })
    .from(reconcileSettings);
  if (!rules) throw new Error("the row of settings is missing");
  return rules;
}

export const ChangeApprovalSettingsInput = z.object({
  above: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type ChangeApprovalSettingsInput = z.input<typeof ChangeApprovalSettingsInput>;

/**
 * Changes the daily total above which manual adjustments need approval. Raising it needs approval; lowering
 * it doesn't. Owners only.
 * @throws invalid at `above` and `confirmPassword`; conflict when it changed meanwhile
 */
export async function changeApprovalSettings(
  ctx: Ctx,
  values: ChangeApprovalSettingsInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "staff");
  const input = ChangeApprovalSettingsInput.parse(values);
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    const before = await lockApprovalSettings(tx);
    if (input.above <= before.above) return applyApprovalSettings(tx, input);
    const { above, reason } = input;
    const change = {
      kind: "settings" as const,
      amount: above,
      reason,
      about: "rules",
      subject: AUDIT_SUBJECT,
      facts: { before: toAuditFacts(before), after: toAuditFacts(input) },
      input: { change: "rules" as const, wanted: { ...input, above: formatDecimal(above) } },
    };
    return runOrRequestApproval(tx, change, (tx) => applyApprovalSettings(tx, input));
  });
}

const AUDIT_SUBJECT = { subject: "second_admin", subjectId: "rules" };

/**
 * Saves the change after the caller's permission checks. Part of its transaction.
 * @throws conflict when it changed meanwhile
 */
export async function applyApprovalSettings(ctx: Ctx, input: unknown): Promise<undefined> {
  const { above, version, reason } = ChangeApprovalSettingsInput.parse(input);
  const before = await lockApprovalSettings(ctx);
  if (version !== before.version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  await ctx.db.update(reconcileSettings).set({
    singleAdminLimit: above,
    approvalSettingsVersion: sql`${reconcileSettings.approvalSettingsVersion} + 1`,
  });
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "second_admin.rules",
    reason,
    before: toAuditFacts(before),
    after: toAuditFacts({ above }),
  });
}

async function lockApprovalSettings(ctx: Ctx): Promise<ApprovalSettings> {
  await ctx.db.execute(sql`select from reconcile_settings for update`);
  return readApprovalSettings(ctx);
}

const toAuditFacts = ({ above }: { above: Minor }) => ({ singleAdminLimit: String(above) });
