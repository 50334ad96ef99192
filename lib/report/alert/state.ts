import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** Alerts that do not arrive. */
export interface AlertTrouble {
  /** How many receivers have been told nothing for a while, though there was something to tell. */
  count: number;
  /** Why the last try failed. */
  problem: string;
}

/** Whether alerts arrive; undefined when they do. What is told by mail is mail's to say. Admins only. */
export async function alertTrouble(ctx: Ctx): Promise<AlertTrouble | undefined> {
  requireAdmin(ctx);
  const [row] = await ctx.db.execute<{ count: number; problem: string | null }>(sql`
    select count(*)::int as count, (array_agg(problem order by failing_since desc))[1] as problem
    from alert_receivers where removed_at is null and failing_since < now() - interval '2 minutes'`);
  return row?.problem ? { count: row.count, problem: row.problem } : undefined;
}

/** Notes whether a receiver was reached: `problem` says why it was not. Part of its caller's transaction. */
export async function noteReached(ctx: Ctx, id: number, problem: string | undefined): Promise<void> {
  await ctx.db.execute(
    problem === undefined
      ? sql`update alert_receivers set sent_at = now(), failing_since = null, problem = null where id = ${id}`
      : sql`update alert_receivers set failing_since = coalesce(failing_since, now()), problem = ${problem} where id = ${id}`,
  );
}
