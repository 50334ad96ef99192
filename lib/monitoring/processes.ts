import { asc, desc, gt, sql } from "drizzle-orm";
import { processes as table } from "#db/schema/process";
import { type Ctx, requireAdmin } from "#lib/core/context";

export type ProcessView = Awaited<ReturnType<typeof listProcesses>>[number];

/** Lists running processes, and those that ended in the last day without a shutdown. Admins only. */
export async function listProcesses(ctx: Ctx) {
  requireAdmin(ctx);
  const { name, version, roles, startedAt, seenAt } = table;
  /** A process records every second that it is alive. */
  const alive = sql<boolean>`${seenAt} > now() - interval '30 seconds'`;
  return ctx.db
    .select({ name, version, roles, startedAt, seenAt, alive })
    .from(table)
    .where(gt(seenAt, sql`now() - interval '1 day'`))
    .orderBy(desc(alive), asc(startedAt), asc(name));
}
