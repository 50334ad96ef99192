import { and, desc, eq, notInArray } from "drizzle-orm";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { actorNames } from "./actor-names.ts";
import type { HistoryView } from "./history.ts";
import { apart, recordColumns, withPersonal } from "./with-personal.ts";

/** What was done to a reseller and their shop lately, without purchases, customers' orders and signing in; oldest first. Admins only. */
export async function resellerHistory(ctx: Ctx, input: { resellerId: number }): Promise<HistoryView[]> {
  requireAdmin(ctx);
  const { at, actor, action, reason, before, after, facts, erasedAt } = recordColumns;
  const rows = await ctx.db
    .select({ at, actor, action, reason, before, after, facts, erasedAt })
    .from(audit)
    .leftJoin(auditPersonal, apart)
    .where(
      and(
        eq(audit.resellerId, input.resellerId),
        notInArray(audit.subject, ["purchase", "session", "order"]),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(40);
  const names = await actorNames(
    ctx,
    rows.map((row) => row.actor),
  );
  return rows.reverse().map((row) => ({ ...withPersonal(row), who: names.get(row.actor) ?? row.actor }));
}
