import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { paymentInstructions } from "#db/schema/funding";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin, requireReader } from "#lib/core/context";
import { Reason } from "#lib/core/text/reason";

/** Gets the operator's payment instructions; empty until they are set. */
export async function getPaymentInstructions(ctx: Ctx): Promise<{ text: string; version: number }> {
  requireReader(ctx);
  const { text, version } = paymentInstructions;
  const [row] = await ctx.db.select({ text, version }).from(paymentInstructions);
  return row ?? { text: "", version: 0 };
}

export const SetPaymentInstructionsInput = z.object({
  text: z.string().trim().max(1000, "Use at most 1,000 characters."),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetPaymentInstructionsInput = z.infer<typeof SetPaymentInstructionsInput>;

const AUDIT_SUBJECT = { subject: "funding", subjectId: "terms" };

/**
 * Sets what resellers read about how to pay. Their money goes where it says, so it asks for the password, and
 * needs the approval of another owner where there is one. Admins only.
 * @throws conflict when it changed meanwhile, or a change waits already; invalid at `confirmPassword`
 */
export async function setPaymentInstructions(
  ctx: Ctx,
  input: SetPaymentInstructionsInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetPaymentInstructionsInput.parse(input);
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    const { text, reason } = wanted;
    const before = await getPaymentInstructions(tx);
    const change = {
      kind: "settings" as const,
      reason,
      about: "instructions",
      subject: AUDIT_SUBJECT,
      facts: { before: { text: before.text }, after: { text } },
      input: { change: "instructions" as const, wanted },
    };
    return runOrRequestApproval(tx, change, (tx) => applyPaymentInstructions(tx, wanted));
  });
}

/** Sets it in the caller's transaction, who has checked the rights. @throws conflict when it changed */
export async function applyPaymentInstructions(ctx: Ctx, input: unknown): Promise<undefined> {
  const { text, version, reason } = SetPaymentInstructionsInput.parse(input);
  const [before] = await ctx.db.select().from(paymentInstructions).for("update");
  if (before?.version !== version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  await ctx.db
    .update(paymentInstructions)
    .set({ text, version: sql`${paymentInstructions.version} + 1` })
    .where(eq(paymentInstructions.version, version));
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "funding.instructions",
    reason,
    before: { text: before.text },
    after: { text },
  });
}
