import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingTerms } from "#db/schema/funding";
import { requireConfirmed } from "#lib/account/password/confirm";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin, requirePerson } from "#lib/core/context";
import { Reason } from "#lib/core/reason";

/** How resellers are told to pay, in the operator's words; empty until they are set. */
export async function terms(ctx: Ctx): Promise<{ text: string; version: number }> {
  if (ctx.actor.kind !== "system") requirePerson(ctx);
  const { text, version } = fundingTerms;
  const [row] = await ctx.db.select({ text, version }).from(fundingTerms);
  return row ?? { text: "", version: 0 };
}

export const SetTermsInput = z.object({
  text: z.string().trim().max(1000, "Use at most 1,000 characters."),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetTermsInput = z.infer<typeof SetTermsInput>;

/**
 * Sets what resellers read about how to pay. It asks for the password, since their money goes where it says. Admins only.
 * @throws conflict when it changed meanwhile; invalid at `confirmPassword`
 */
export async function setTerms(ctx: Ctx, input: SetTermsInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { text, version, reason } = SetTermsInput.parse(input);
  await requireConfirmed(ctx);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "funding", subjectId: "terms" };
    const [before] = await tx.db.select().from(fundingTerms).for("update");
    if (before?.version !== version) throw await changedMeanwhile(tx, about);
    await tx.db
      .update(fundingTerms)
      .set({ text, version: sql`${fundingTerms.version} + 1` })
      .where(eq(fundingTerms.version, version));
    await record(tx, {
      ...about,
      action: "funding.terms",
      reason,
      before: { text: before.text },
      after: { text },
    });
  });
}
