import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { reconcilePurchases } from "#lib/reconcile/reconcile";
import { getMainTimeoutMs } from "#lib/upstream/account";
import { buyOnce, type ChaosBuyer } from "./buyer.ts";
import { CHAIN_WAIT_S } from "./world.ts";

/**
 * Waits until no purchase is queued or sending; the balance chain resolves those that are unconfirmed then. Once all of
 * them are older than the chain's wait, one more response closes the chain, and the proven purchases are settled.
 * @returns the number of unconfirmed purchases that were proven, and of those that remain.
 */
export async function settleAll(
  ctx: Ctx,
  people: readonly ChaosBuyer[],
  suppliers: number,
): Promise<{ proven: number; left: number }> {
  await waitUntilIdle(ctx);
  await waitSinceResponse(ctx, CHAIN_WAIT_S.refund + Math.ceil(getMainTimeoutMs() / 1000));
  // One response of each supplier; of several, a purchase goes to any.
  for (let missing = suppliers > 1 ? suppliers * 5 : 1, n = 0; missing > 0 && n < people.length; n++)
    if ((await buyOnce(people[n] as ChaosBuyer, 0)) === "successful") missing -= 1;
  await waitUntilIdle(ctx);
  await waitSinceResponse(ctx, CHAIN_WAIT_S.grace);
  for (let run = await reconcilePurchases(ctx); run.settled > 0 || run.more; )
    run = await reconcilePurchases(ctx);
  const [row] = await ctx.db.execute<{ proven: number; left: number }>(sql`
    select (count(*) filter (where settled_by = 'chain'))::int as proven,
      (count(*) filter (where state = 'unconfirmed'))::int as left from purchases`);
  return row ?? { proven: 0, left: 0 };
}

async function waitUntilIdle(ctx: Ctx): Promise<void> {
  for (;;) {
    const [row] = await ctx.db.execute<{ open: string }>(
      sql`select count(*) as open from purchases where state in ('queued', 'sending')`,
    );
    if (row?.open === "0") return;
    await pause(200);
  }
}

/** Waits until the last response is older than this. */
async function waitSinceResponse(ctx: Ctx, seconds: number): Promise<void> {
  for (;;) {
    const [row] = await ctx.db.execute<{ left: string | null }>(
      sql`select extract(epoch from max(answered_at) - now()) + ${seconds}::int as left from attempts`,
    );
    const left = Number(row?.left ?? 0);
    if (left < 0) return;
    await pause(left * 1000 + 100);
  }
}
