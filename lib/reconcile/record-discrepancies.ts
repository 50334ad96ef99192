import { and, eq, gte, inArray, isNull, like, lt, notInArray, sql } from "drizzle-orm";
import { discrepancies } from "#db/schema/reconcile";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import type { Findings, Rupture } from "./chain/evidence.ts";
import type { Answer } from "./read-answers.ts";
import { sayReopened, suspects } from "./suspects.ts";
import { words } from "./words.ts";

type Found = typeof discrepancies.$inferInsert;

/** What is written down: moves that nothing explains, odd answers, decisions that turned out to be wrong. */
export interface Oddities {
  findings: Findings;
  answers: readonly Answer[];
  /** The time that was looked at. */
  since: number;
  until: number;
}

/**
 * Writes down what does not fit, once each, and closes moves of the balance that are explained by now. What was
 * closed so and does not fit after all (the rules changed, an answer came late) is open again.
 */
export async function note(ctx: Ctx, { findings, answers, since, until }: Oddities): Promise<void> {
  const { ruptures } = findings;
  const found = [...ruptures.map(gapOf), ...answers.flatMap(oddities), ...decidedWrongly(findings, answers)];
  for (const { id, kind, detail } of await insertNew(ctx, found, ruptures))
    await record(ctx, {
      action: "discrepancy.found",
      subject: "discrepancy",
      subjectId: id,
      after: { kind, detail },
    });
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
        gte(discrepancies.earliest, new Date(since)),
        lt(discrepancies.latest, new Date(until)),
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

async function insertNew(ctx: Ctx, found: readonly Found[], ruptures: readonly Rupture[]) {
  if (found.length === 0) return [];
  const fresh = await ctx.db
    .insert(discrepancies)
    .values([...found])
    .onConflictDoNothing({ target: discrepancies.key })
    .returning();
  for (const one of fresh) {
    const rupture = ruptures.find((rupture) => gapOf(rupture).key === one.key);
    if (!rupture) continue;
    one.detail += sayReopened(rupture.amount > 0n, await suspects(ctx, rupture));
    await ctx.db.update(discrepancies).set({ detail: one.detail }).where(eq(discrepancies.id, one.id));
  }
  return fresh;
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
  const { attemptId, amount, cost, discrepancy, meaning, before, after } = answer;
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
  } else if (meaning === "successful" && amount !== null && amount !== cost)
    found.push({
      key: `answer ${attemptId}`,
      kind: "answer",
      attemptId,
      amount,
      detail: `It took ${formatMoney(amount)}, and ${formatMoney(cost)} was listed.`,
    });
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

/** Purchases that count as delivered, by hand or by the chain, and that the balances now say cost nothing. */
function decidedWrongly({ verdicts, ruptures }: Findings, answers: readonly Answer[]): Found[] {
  if (ruptures.length > 0) return [];
  const byAttempt = new Map(answers.map((answer) => [answer.attemptId, answer]));
  return verdicts.flatMap((verdict) => {
    const own = byAttempt.get(verdict.send);
    if (own?.state !== "successful" || verdict.says !== "not_charged") return [];
    const detail = `It was taken for delivered without an answer. ${words(verdict, byAttempt, own)}`;
    return [{ key: `decision ${own.attemptId}`, kind: "decision", attemptId: own.attemptId, detail }];
  });
}
