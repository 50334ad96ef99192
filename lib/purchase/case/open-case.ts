import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { cases, caseWords, SEEN } from "#db/schema/case";
import { purchases } from "#db/schema/purchase";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { reason } from "#lib/core/reason";
import { bought, isMoneyBack } from "./case-view.ts";

const Ident = z.string().max(40);

export const OpenCaseInput = z.object({
  ident: Ident,
  seen: z.enum(SEEN, "Choose what your customer saw."),
  /** What else there is to say. */
  said: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});
export type OpenCaseInput = z.input<typeof OpenCaseInput>;

const ANSWER_BY = sql`now() + make_interval(hours => (select answer_hours from case_rules))`;

/**
 * Says that the customer of a purchase of the acting reseller did not receive it. The clock begins: the desk answers by
 * `answerBy`. One case each. @throws not_found; conflict when there is one, when it was not sent, or too long ago.
 */
export async function openCase(ctx: Ctx, input: OpenCaseInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident, seen, said } = OpenCaseInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [made] = await tx.db.execute<{ id: string; answer_by: string }>(sql`
      insert into cases (purchase_id, reseller_id, seen, answer_by)
      select p.id, p.reseller_id, ${seen}, ${ANSWER_BY} from purchases p
      where p.ident = ${ident} and p.reseller_id = ${resellerId} and p.state in ('successful', 'unconfirmed')
        and p.placed_at > now() - make_interval(days => (select open_days from case_rules))
      on conflict (purchase_id) do nothing
      returning id, answer_by`);
    if (!made) throw await explainRefusal(tx, ident, resellerId);
    await tx.db.insert(caseWords).values({ caseId: Number(made.id), kind: "opened", text: said || null });
    await record(tx, {
      ...{ action: "case.opened", subject: "case", subjectId: ident, resellerId },
      after: { state: "desk", seen, answerBy: new Date(made.answer_by) },
    });
  });
}

async function explainRefusal(ctx: Ctx, ident: string, resellerId: number): Promise<PortalError> {
  const [row] = await ctx.db
    .select({
      state: purchases.state,
      told: sql<boolean>`exists (select from cases where purchase_id = ${purchases.id})`,
    })
    .from(purchases)
    .where(sql`${purchases.ident} = ${ident} and ${purchases.resellerId} = ${resellerId}`);
  if (!row) return notFound("purchase");
  if (row.told) return new PortalError("conflict", "You told us already. The case stands on this page.");
  if (row.state === "queued" || row.state === "sending")
    return new PortalError("conflict", "It is still on its way. Look again in a few minutes.");
  if (row.state === "failed" || row.state === "reversed")
    return new PortalError("conflict", "It was not delivered, and the money is back in your wallet.");
  return new PortalError(
    "conflict",
    "It was bought too long ago: the network does not look into it any more.",
  );
}

export const ReplyCaseInput = z.object({
  ident: Ident,
  said: reason({ ask: "Say what the number’s owner sees now." }),
});
export type ReplyCaseInput = z.input<typeof ReplyCaseInput>;

/** Nobody needs to write more often than that: then the two call each other. */
const MOST_WORDS = 12;

/**
 * Says more in a case of the acting reseller. Where the desk asked for it the desk is next, and its clock begins anew; a
 * closed case is opened again, once. @throws not_found; conflict when nothing can be said any more.
 */
export async function replyCase(ctx: Ctx, input: ReplyCaseInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident, said } = ReplyCaseInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select({
        id: cases.id,
        state: cases.state,
        reopened: cases.reopened,
        over: sql<boolean>`${isMoneyBack}`,
      })
      .from(cases)
      .innerJoin(bought, eq(bought.id, cases.purchaseId))
      .where(and(eq(bought.ident, ident), eq(cases.resellerId, resellerId)))
      .for("update", { of: cases });
    if (!before) throw notFound("case");
    if (before.over)
      throw new PortalError("conflict", "The money is back in your wallet: the case is closed.");
    if (before.state === "closed" && before.reopened)
      throw new PortalError("conflict", "It was opened again once already. Call us if you still disagree.");
    const words = await tx.db.$count(
      caseWords,
      sql`${caseWords.caseId} = ${before.id} and ${caseWords.adminId} is null`,
    );
    if (words >= MOST_WORDS)
      throw new PortalError("conflict", "This is as much as can be written here. Call us about it.");
    const again = before.state === "closed";
    const [after] = await tx.db
      .update(cases)
      .set({
        ...{ state: "desk", outcome: null, changedAt: sql`now()`, version: sql`${cases.version} + 1` },
        ...(before.state !== "desk" && { answerBy: ANSWER_BY }),
        ...(again && { reopened: true }),
      })
      .where(eq(cases.id, before.id))
      .returning({ answerBy: cases.answerBy });
    await tx.db
      .insert(caseWords)
      .values({ caseId: before.id, kind: again ? "reopened" : "reply", text: said });
    await record(tx, {
      ...{ action: again ? "case.reopened" : "case.replied", subject: "case", subjectId: ident, resellerId },
      before: { state: before.state },
      after: { state: "desk", answerBy: after?.answerBy },
    });
  });
}
