import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { reconcile } from "#lib/reconcile/reconcile";
import { type Buyer, buyOne } from "./buyer.ts";
import { PATIENCE_S } from "./world.ts";

/**
 * Waits until nothing waits and nothing is in flight; what nobody knows then is left to the balance chain. Once all
 * of it is older than the chain waits for, one more answer closes the chain behind it, and what is proven is settled.
 * @returns what became of the purchases that nobody had an answer for.
 */
export async function settleAll(
  ctx: Ctx,
  people: readonly Buyer[],
): Promise<{ proven: number; left: number }> {
  await nothingWaits(ctx);
  await quiet(ctx, PATIENCE_S.refund + Math.ceil(env().UPSTREAM_TIMEOUT_MS / 1000));
  for (const buyer of people) if ((await buyOne(buyer, 0)) === "successful") break;
  await nothingWaits(ctx);
  await quiet(ctx, PATIENCE_S.grace);
  for (let run = await reconcile(ctx); run.settled > 0 || run.more; ) run = await reconcile(ctx);
  const [row] = await ctx.db.execute<{ proven: number; left: number }>(sql`
    select (count(*) filter (where settled_by = 'chain'))::int as proven,
      (count(*) filter (where state = 'unconfirmed'))::int as left from purchases`);
  return row ?? { proven: 0, left: 0 };
}

async function nothingWaits(ctx: Ctx): Promise<void> {
  for (;;) {
    const [row] = await ctx.db.execute<{ open: string }>(
      sql`select count(*) as open from purchases where state in ('queued', 'sending')`,
    );
    if (row?.open === "0") return;
    await pause(200);
  }
}

/** Waits until the last answer is older than this. */
async function quiet(ctx: Ctx, seconds: number): Promise<void> {
  for (;;) {
    const [row] = await ctx.db.execute<{ left: string | null }>(
      sql`select extract(epoch from max(answered_at) - now()) + ${seconds}::int as left from attempts`,
    );
    const left = Number(row?.left ?? 0);
    if (left < 0) return;
    await pause(left * 1000 + 100);
  }
}
