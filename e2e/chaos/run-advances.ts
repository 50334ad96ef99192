import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { writeOffAdvance } from "#lib/purchase/advance/write-off-advance";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { asReseller } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { trueOutcome } from "#sandbox/outcome-checks";
import type { SandboxTransaction } from "#sandbox/transaction";

/**
 * Credits unconfirmed purchases while `going` says so, at once instead of after a day, against the responses and proofs
 * that settle it. Buyers who are asked return the money, keep it or don't answer.
 */
export async function runAdvances(ctx: Ctx, random: () => number, going: () => boolean): Promise<void> {
  await ignoreKill(storeSettings(ctx.db, advanceSettings, { enabled: true }));
  while (going()) {
    await Promise.all([1, 2].map(() => ignoreKill(advanceUnconfirmed(ctx, () => sql`true`))));
    await ignoreKill(answerSome(ctx, random, 5));
    await pause(200);
  }
}

/**
 * Settles the rest as an admin does who asks the supplier, each twice at once, and lets its buyers answer. Every
 * upstream is quiet by now, so that its log is final. @returns the states of all advances
 */
export async function endAdvances(
  ctx: Ctx,
  transactions: SandboxTransaction[],
  random: () => number,
): Promise<string[]> {
  const open = await ctx.db.execute<{ id: string; ident: string }>(
    sql`select id, ident from purchases where state = 'unconfirmed'`,
  );
  for (const { id, ident } of open) {
    const to = trueOutcome(transactions, ident) === "delivered" ? "successful" : "failed";
    const decision = { purchaseId: Number(id), from: ["unconfirmed"] as const, to, by: "admin:1" } as const;
    await Promise.all([1, 2].map(() => settlePurchase(ctx, { ...decision, outcome: null })));
  }
  await answerSome(ctx, random, 1_000);
  await writeOffSome(ctx, random);
  const states = await ctx.db.execute<{ advance: string }>(
    sql`select distinct advance from purchases where advance is not null`,
  );
  return states.map(({ advance }) => advance);
}

async function answerSome(ctx: Ctx, random: () => number, most: number): Promise<void> {
  const awaiting = await ctx.db.execute<{ ident: string; reseller: string }>(sql`
    select ident, reseller_id as reseller
    from purchases
    where advance = 'awaiting_consent'
    order by id desc
    limit ${most}`);
  for (const { ident, reseller } of awaiting) {
    if (random() < 0.3) continue;
    const buyer = await asReseller(ctx, Number(reseller));
    const answers = random() < 0.5 ? [repayAdvance, keepAdvance] : [keepAdvance, repayAdvance];
    // Both at once: one of them counts.
    await Promise.all(answers.map((answer) => ignoreKill(answer(buyer, { ident }))));
  }
}

/** An admin ends some claims without an answer, twice at once. */
async function writeOffSome(ctx: Ctx, random: () => number): Promise<void> {
  const awaiting = await ctx.db.execute<{ ident: string }>(
    sql`select ident from purchases where advance = 'awaiting_consent' order by id`,
  );
  for (const { ident } of awaiting.slice(1)) {
    if (random() < 0.5) continue;
    const end = { ident, reason: "No answer came." };
    await Promise.all([1, 2].map(() => ignoreKill(writeOffAdvance(ctx, end))));
  }
}

/** Work that a kill cuts off, or another was first to do, is tried again in the next turn. */
const ignoreKill = (work: Promise<unknown>) => work.catch(() => {});
