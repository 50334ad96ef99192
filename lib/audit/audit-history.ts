import { and, desc, eq, notInArray } from "drizzle-orm";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getActorNames } from "./actor-names.ts";
import { auditRecordColumns, mergePersonalFacts, personalFactsJoin } from "./merge-personal-facts.ts";

export interface AuditHistoryEntry {
  at: Date;
  actor: string;
  /** The actor's name, if it is a person. */
  actorName: string;
  action: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

interface AuditHistoryInput {
  subject: string;
  subjectId: string | number;
  latest?: number;
}

/** Lists the audit records of a subject, oldest first. Admins only. */
export async function getAuditHistory(ctx: Ctx, input: AuditHistoryInput): Promise<AuditHistoryEntry[]> {
  requireAdmin(ctx);
  const { at, actor, action, reason, before, after, facts, erasedAt } = auditRecordColumns;
  const newest = ctx.db
    .select({ at, actor, action, reason, before, after, facts, erasedAt })
    .from(audit)
    .leftJoin(auditPersonal, personalFactsJoin)
    .where(and(eq(audit.subject, input.subject), eq(audit.subjectId, String(input.subjectId))))
    .orderBy(desc(audit.id));
  const rows = (await (input.latest === undefined ? newest : newest.limit(input.latest))).reverse();
  const names = await getActorNames(ctx, new Set(rows.map((row) => row.actor)));
  return rows.map((row) => ({ ...mergePersonalFacts(row), actorName: names.get(row.actor) ?? row.actor }));
}

/**
 * Lists recent audit records of a reseller and their shop, oldest first,
 * without purchases, orders and sign-ins. Admins only.
 */
export async function getResellerHistory(
  ctx: Ctx,
  input: { resellerId: number },
): Promise<AuditHistoryEntry[]> {
  requireAdmin(ctx);
  const { at, actor, action, reason, before, after, facts, erasedAt } = auditRecordColumns;
  const rows = await ctx.db
    .select({ at, actor, action, reason, before, after, facts, erasedAt })
    .from(audit)
    .leftJoin(auditPersonal, personalFactsJoin)
    .where(
      and(
        eq(audit.resellerId, input.resellerId),
        notInArray(audit.subject, ["purchase", "session", "order"]),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(40);
  const names = await getActorNames(
    ctx,
    rows.map((row) => row.actor),
  );
  return rows
    .reverse()
    .map((row) => ({ ...mergePersonalFacts(row), actorName: names.get(row.actor) ?? row.actor }));
}
