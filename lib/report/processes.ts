import { asc, desc, gt, sql } from "drizzle-orm";
import { processes as table } from "#db/schema/process";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** A process of the portal. */
export type ProcessView = Awaited<ReturnType<typeof processes>>[number];

/** The processes that run, and those that ended in the last day without saying so. Admins only. */
export async function processes(ctx: Ctx) {
  requireAdmin(ctx);
  const { name, version, roles, startedAt, seenAt } = table;
  /** A process says every ten seconds that it lives. */
  const alive = sql<boolean>`${seenAt} > now() - interval '30 seconds'`;
  return ctx.db
    .select({ name, version, roles, startedAt, seenAt, alive })
    .from(table)
    .where(gt(seenAt, sql`now() - interval '1 day'`))
    .orderBy(desc(alive), asc(startedAt), asc(name));
}
