import { and, desc, eq, notInArray } from "drizzle-orm";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { actorNames } from "./actor-names.ts";
import { apart, recordColumns, withPersonal } from "./with-personal.ts";

export interface HistoryView {
  at: Date;
  actor: string;
  /** The actor by name, where it is a person. */
  who: string;
  action: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

interface HistoryInput {
  subject: string;
  subjectId: string | number;
  /** At most so many of the latest; all unless given. */
  latest?: number;
}

/** Everything that was done to one thing, oldest first. Admins only. */
export async function history(ctx: Ctx, input: HistoryInput): Promise<HistoryView[]> {
  requireAdmin(ctx);
  const { at, actor, action, reason, before, after, facts, erasedAt } = recordColumns;
  const newest = ctx.db
    .select({ at, actor, action, reason, before, after, facts, erasedAt })
    .from(audit)
    .leftJoin(auditPersonal, apart)
    .where(and(eq(audit.subject, input.subject), eq(audit.subjectId, String(input.subjectId))))
    .orderBy(desc(audit.id));
  const rows = (await (input.latest === undefined ? newest : newest.limit(input.latest))).reverse();
  const names = await actorNames(ctx, new Set(rows.map((row) => row.actor)));
  return rows.map((row) => ({ ...withPersonal(row), who: names.get(row.actor) ?? row.actor }));
}

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
