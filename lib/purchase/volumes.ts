import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { dayOf, startOfDay } from "#lib/core/time";

export interface Volume {
  /** What was bought today and in the last 30 days and not given back, in minor units. */
  today: Minor;
  month: Minor;
}

/** What each of a few resellers bought lately, by their id; who bought nothing is not there. Admins only. */
export async function volumes(ctx: Ctx, resellerIds: readonly number[]): Promise<Map<number, Volume>> {
  requireAdmin(ctx);
  if (resellerIds.length === 0) return new Map();
  const midnight = startOfDay(dayOf(new Date())).toISOString();
  const rows = await ctx.db.execute<Record<"reseller_id" | "today" | "month", string>>(sql`
    select reseller_id, sum(price) as month,
      coalesce(sum(price) filter (where placed_at >= ${midnight}::timestamptz), 0) as today
    from purchases
    where reseller_id in ${[...resellerIds]} and placed_at >= now() - interval '30 days' and state not in ('failed', 'reversed')
    group by reseller_id`);
  return new Map(
    rows.map((row) => [Number(row.reseller_id), { today: BigInt(row.today), month: BigInt(row.month) }]),
  );
}
