import { and, gte, inArray, isNull, like, notInArray, sql } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import type { Evidence, Rupture } from "./evidence.ts";
import type { Answer } from "./read-answers.ts";

type Found = typeof discrepancies.$inferInsert;

/**
 * Writes down what does not fit, once each, and closes moves of the balance that are explained by now. What was
 * closed so and does not fit after all (the rules changed, an answer came late) is open again.
 */
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
  await reopen(
    ctx,
    found.map(({ key }) => key),
  );
  const still = ruptures.map((rupture) => gapOf(rupture).key);
  const closed = await ctx.db
    .update(discrepancies)
    .set({ closedAt: sql`now()`, closedBy: actorName(ctx.actor), reason: EXPLAINED })
    .where(
      and(
        isNull(discrepancies.closedAt),
        inArray(discrepancies.kind, ["rise", "fall"]),
        gte(discrepancies.earliest, new Date(evidence.since)),
        still.length > 0 ? notInArray(discrepancies.key, still) : undefined,
      ),
    )
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of closed)
    await record(ctx, {
      action: "discrepancy.explained",
      subject: "discrepancy",
      subjectId: id,
      reason: EXPLAINED,
      before: { open: true, ...facts },
      after: { open: false, ...facts },
    });
}

const EXPLAINED = "Explained by what is known since.";

async function reopen(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const again = await ctx.db
    .update(discrepancies)
    .set({ closedAt: null, closedBy: null, reason: null })
    .where(and(inArray(discrepancies.key, [...keys]), like(discrepancies.closedBy, "system:%")))
    .returning({ id: discrepancies.id, kind: discrepancies.kind, detail: discrepancies.detail });
  for (const { id, ...facts } of again)
    await record(ctx, {
      action: "discrepancy.reopened",
      subject: "discrepancy",
      subjectId: id,
      reason: "It does not fit after all.",
      before: { open: false, ...facts },
      after: { open: true, ...facts },
    });
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
