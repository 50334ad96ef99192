import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { cases, caseWords } from "#db/schema/case";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import type { Waiting } from "#lib/audit/second-admin";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalid, notFound } from "#lib/core/error";
import { Reason, reason } from "#lib/core/reason";
import { reverse } from "../settle/reverse.ts";
import { bought, stateColumns } from "./case-view.ts";

/** What the desk can answer: it was delivered; money back; the provider is being asked; the number's owner is needed. */
export const CASE_ANSWERS = ["delivered", "money_back", "asking", "owner"] as const;

export const AnswerCaseInput = z.object({
  ident: z.string().max(40),
  version: z.coerce.number<string | number>().int(),
  answer: z.enum(CASE_ANSWERS, "Choose one."),
  /** Words that the reseller reads; where money goes back, on the statement too. */
  text: reason({ ask: "Tell the reseller what you found." }),
  /** While the provider is asked: in how many hours there is more to say. */
  hours: z.coerce.number<string | number>("Whole hours.").int("Whole hours.").min(1).max(336).default(24),
  /** For admins only. */
  reason: Reason,
});
export type AnswerCaseInput = z.input<typeof AnswerCaseInput>;

/**
 * Answers an open case. Money goes back by the reversal of its purchase and by nothing else: once, and above the set sum
 * not before a second admin confirmed it; until then the case stays open. Admins only.
 * @throws not_found; conflict when it changed meanwhile, or while nobody knows whether the purchase was delivered.
 */
export async function answerCase(ctx: Ctx, input: AnswerCaseInput): Promise<Waiting | undefined> {
  const admin = requireAdmin(ctx, "answer");
  const { ident, version, answer, text, hours, reason: note } = AnswerCaseInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const before = await find(tx, ident);
    if (before.version !== version || before.state === "closed")
      throw await changedMeanwhile(tx, { subject: "case", subjectId: ident });
    if (before.unconfirmed && (answer === "delivered" || answer === "money_back"))
      throw invalid("answer", "Nobody knows yet whether it was delivered: decide the purchase first.");
    // The wallet and the purchase are locked before the case, in the order of whoever settles or reverses.
    const waits = answer === "money_back" ? await reverse(tx, { ident, reason: text }) : undefined;
    const closes = !waits && (answer === "delivered" || answer === "money_back");
    const [after] = await tx.db
      .update(cases)
      .set({
        ...{ version: version + 1, changedAt: sql`now()` },
        ...(closes && { state: "closed" as const, outcome: answer }),
        ...(answer === "owner" && { state: "owner" as const }),
        ...(answer === "asking" && {
          state: "desk" as const,
          answerBy: sql`now() + make_interval(hours => ${hours}::integer)`,
        }),
      })
      .where(and(eq(cases.id, before.id), eq(cases.version, version)))
      .returning({ state: cases.state, answerBy: cases.answerBy });
    if (!after) throw await changedMeanwhile(tx, { subject: "case", subjectId: ident });
    await tx.db.insert(caseWords).values({
      ...{ caseId: before.id, kind: answer, text, note },
      adminId: admin.kind === "admin" ? admin.id : null,
      answerBy: answer === "asking" ? after.answerBy : null,
    });
    await record(tx, {
      ...{ action: "case.answered", subject: "case", subjectId: ident },
      resellerId: before.resellerId,
      reason: note,
      before: { state: before.state, answerBy: before.answerBy },
      after: { ...after, answer, ...(waits && { proposal: waits.proposal }) },
    });
    return waits;
  });
}

async function find(ctx: Ctx, ident: string) {
  const [row] = await ctx.db
    .select({
      id: cases.id,
      resellerId: cases.resellerId,
      state: stateColumns(cases).state,
      answerBy: cases.answerBy,
      version: cases.version,
      unconfirmed: sql<boolean>`${bought.state} = 'unconfirmed'`,
    })
    .from(cases)
    .innerJoin(bought, eq(bought.id, cases.purchaseId))
    .where(eq(bought.ident, ident));
  if (!row) throw notFound("case");
  return row;
}
