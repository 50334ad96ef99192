import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";

export interface AlertTrouble {
  count: number;
  problem: string;
}

/** Returns why alerts are not delivered; undefined when they are. Admins only. */
export async function getAlertTrouble(ctx: Ctx): Promise<AlertTrouble | undefined> {
  requireAdmin(ctx);
  const { count, problem } = await readRow(ctx.db, z.object({ count: int, problem: z.string().nullable() }))`
    select count(*)::int as count, (array_agg(problem order by failing_since desc))[1] as problem
    from alert_recipients where removed_at is null and failing_since < now() - interval '2 minutes'`;
  return problem ? { count, problem } : undefined;
}

/** Records whether a recipient was reached: `problem` is why it was not. Part of its caller's transaction. */
export async function recordAlertReach(ctx: Ctx, id: number, problem: string | undefined): Promise<void> {
  await ctx.db.execute(
    problem === undefined
      ? sql`
          update alert_recipients
          set sent_at = now(), failing_since = null, problem = null
          where id = ${id}`
      : sql`
          update alert_recipients
          set failing_since = coalesce(failing_since, now()), problem = ${problem}
          where id = ${id}`,
  );
}
