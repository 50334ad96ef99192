import { and, gte, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import type { Evidence, Rupture } from "./evidence.ts";
import type { Answer } from "./read-answers.ts";

type Found = typeof discrepancies.$inferInsert;

/** Writes down what does not fit, once each, and closes moves of the balance that are explained by now. */
export async function note(
  ctx: Ctx,
  ruptures: readonly Rupture[],
  answers: readonly Answer[],
  evidence: Evidence,
): Promise<void> {
  const found = [...ruptures.map(gapOf), ...answers.flatMap(oddities)];
  if (found.length > 0) {
    const fresh = await ctx.db
      .insert(discrepancies)
      .values(found)
      .onConflictDoNothing({ target: discrepancies.key })
      .returning();
    for (const { id, kind, detail } of fresh)
      await record(ctx, {
        action: "discrepancy.found",
        subject: "discrepancy",
        subjectId: id,
        after: { kind, detail },
      });
  }
  const still = ruptures.map((rupture) => gapOf(rupture).key);
  await ctx.db
    .update(discrepancies)
    .set({
      closedAt: sql`now()`,
      closedBy: actorName(ctx.actor),
      reason: "Explained by what is known since.",
    })
    .where(
      and(
        isNull(discrepancies.closedAt),
        inArray(discrepancies.kind, ["rise", "fall"]),
        gte(discrepancies.earliest, new Date(evidence.since)),
        still.length > 0 ? notInArray(discrepancies.key, still) : undefined,
      ),
    );
}

function gapOf({ after, before, amount, span }: Rupture): Found {
  const rose = amount > 0n;
  return {
    key: `gap ${after} ${before} ${amount}`,
    kind: rose ? "rise" : "fall",
    attemptId: before,
    afterAttemptId: after,
    amount,
    earliest: new Date(span.from),
    latest: new Date(Math.ceil(span.to)),
    detail: rose
      ? `The balance rose by ${formatMoney(amount)}, and nothing that is recorded explains it.`
      : `The balance fell by ${formatMoney(-amount)} without a purchase.`,
  };
}

function oddities(answer: Answer): Found[] {
  const { attemptId, amount, discrepancy, meaning, before, after } = answer;
  const found: Found[] = [];
  if (discrepancy !== null) {
    const kind = /belongs to/.test(discrepancy) ? "ident" : "answer";
    found.push({
      key: `answer ${attemptId}`,
      kind,
      attemptId,
      amount,
      detail: `The answer does not fit: ${discrepancy}.`,
    });
  }
  if (meaning === "failed" && before !== null && after !== null && before > after)
    found.push({
      key: `failed ${attemptId}`,
      kind: "failed_charged",
      attemptId,
      amount: before - after,
      detail: `It failed, and ${formatMoney(before - after)} was taken for it.`,
    });
  return found;
}
