import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { dayOf, startOfDay } from "#lib/core/time";
import { settings } from "./settings.ts";
import type { UpstreamBalance } from "./view.ts";

const DAY_MS = 86_400_000;
const FURTHEST_MS = 60 * DAY_MS;
/** Today's spending is measured over at least this long. */
const LEAST_MS = 3_600_000;

/** The last known balance at the upstream with later adjustments, and when it runs out at today's rate. */
export async function upstreamBalance(ctx: Ctx): Promise<UpstreamBalance | null> {
  requireAdmin(ctx);
  const { lowBalance } = await settings(ctx);
  const midnight = startOfDay(dayOf(new Date()));
  const [row] = await ctx.db.execute<Record<"amount" | "seen_ms" | "now_ms" | "spent", string>>(sql`
    select last.balance_after + coalesce((select sum(m.amount) from upstream_moves m where m.earliest > last.answered_at), 0) as amount,
      (extract(epoch from last.answered_at) * 1000)::float8 as seen_ms, (extract(epoch from now()) * 1000)::float8 as now_ms,
      (select coalesce(sum(coalesce(a.cost, p.cost)), 0) from attempts a join purchases p on p.id = a.purchase_id
        where a.claimed_at >= ${midnight.toISOString()}::timestamptz and a.meaning = 'successful') as spent
    from attempts last
    where last.balance_after is not null and last.discrepancy is null and last.claimed_at > now() - interval '30 days'
    order by last.claimed_at desc limit 1`);
  if (!row) return null;
  const amount = BigInt(row.amount);
  const now = Number(row.now_ms);
  const spentToday = BigInt(row.spent);
  const elapsed = Math.max(now - midnight.getTime(), LEAST_MS);
  const lasts =
    spentToday > 0n && amount > 0n
      ? (Number(amount) / Number(spentToday)) * elapsed
      : Number.POSITIVE_INFINITY;
  return {
    amount,
    seenAt: new Date(Number(row.seen_ms)),
    low: amount < lowBalance,
    spentToday,
    emptyAt: lasts < FURTHEST_MS ? new Date(now + lasts) : null,
  };
}
