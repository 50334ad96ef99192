import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingTerms } from "#db/schema/funding";
import { requireConfirmed } from "#lib/account/password/confirm";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { orPropose, type Waiting } from "#lib/audit/second-admin";
import { type Ctx, requireAdmin, requireReader } from "#lib/core/context";
import { Reason } from "#lib/core/reason";

/** How resellers are told to pay, in the operator's words; empty until they are set. */
export async function terms(ctx: Ctx): Promise<{ text: string; version: number }> {
  requireReader(ctx);
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

const ABOUT = { subject: "funding", subjectId: "terms" };

/**
 * Sets what resellers read about how to pay. Their money goes where it says, so it asks for the password, and needs the
 * approval of another owner where there is one. Admins only.
 * @throws conflict when it changed meanwhile, or a change waits already; invalid at `confirmPassword`
 */
export async function setTerms(ctx: Ctx, input: SetTermsInput): Promise<Waiting | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetTermsInput.parse(input);
  await requireConfirmed(ctx);
  return inTransaction(ctx, async (tx) => {
    const { text, reason } = wanted;
    const before = await terms(tx);
    const change = {
      ...{ kind: "settings" as const, reason, about: "instructions", subject: ABOUT },
      facts: { before: { text: before.text }, after: { text } },
      input: { change: "instructions", ...wanted },
    };
    return orPropose(tx, change, (tx) => putTerms(tx, wanted));
  });
}

/** Sets it; the caller has checked the rights. Part of its transaction. @throws conflict when it changed meanwhile */
export async function putTerms(ctx: Ctx, input: unknown): Promise<undefined> {
  const { text, version, reason } = SetTermsInput.parse(input);
  const [before] = await ctx.db.select().from(fundingTerms).for("update");
  if (before?.version !== version) throw await changedMeanwhile(ctx, ABOUT);
  await ctx.db
    .update(fundingTerms)
    .set({ text, version: sql`${fundingTerms.version} + 1` })
    .where(eq(fundingTerms.version, version));
  await record(ctx, {
    ...{ ...ABOUT, action: "funding.terms", reason },
    before: { text: before.text },
    after: { text },
  });
}
