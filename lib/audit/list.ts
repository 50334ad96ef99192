import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "#db/schema/account";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { actorNames } from "./actor-names.ts";
import { auditConditions, auditFilter, kinds } from "./filter.ts";
import { withPersonal } from "./with-personal.ts";

/** Everything that was ever recorded, newest first: who did what to what, when, why, and how it was before and after. Admins only. */
export const auditList = defineList({
  allow: requireAdmin,
  filter: auditFilter,
  pageSize: 100,
  read: async (ctx, filter, slice) => {
    const actor = await actorOf(ctx, filter.actor);
    const p = alias(audit, "p");
    const x = alias(auditPersonal, "x");
    const rows = await ctx.db
      .select({ ...getTableColumns(p), facts: x.facts, erasedAt: x.erasedAt })
      .from(p)
      .leftJoin(x, eq(x.auditId, p.id))
      .where(and(...auditConditions({ ...filter, actor }), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const names = await actorNames(
      ctx,
      rows.map((row) => row.actor),
    );
    return slice.page(rows, (row) => ({
      ...withPersonal(row),
      /** The actor by name, where it is a person. */
      who: names.get(row.actor) ?? row.actor,
    }));
  },
  file: {
    name: "audit",
    columns: {
      number: ({ id }) => id,
      when: ({ at }) => at,
      actor: ({ actor }) => actor,
      name: ({ who }) => who,
      address: ({ address }) => address,
      action: ({ action }) => action,
      subject: ({ subject }) => subject,
      id: ({ subjectId }) => subjectId,
      reseller: ({ resellerId }) => resellerId,
      journal: ({ journalId }) => journalId,
      reason: ({ reason }) => reason,
      before: ({ before }) => json(before),
      after: ({ after }) => json(after),
    },
  },
});
export type AuditRecord = RowOf<typeof auditList>;

const json = (facts: unknown) => (facts === null || facts === undefined ? null : JSON.stringify(facts));

/** The actions and the kinds of things that were ever recorded. Admins only. */
export async function auditKinds(ctx: Ctx): Promise<{ actions: string[]; subjects: string[] }> {
  requireAdmin(ctx);
  const [actions, subjects] = await Promise.all(
    (["action", "subject"] as const).map((column) => ctx.db.execute<{ kind: string }>(kinds(column))),
  );
  const names = (rows: readonly { kind: string }[] = []) => rows.map(({ kind }) => kind);
  return { actions: names(actions), subjects: names(subjects) };
}

/** An actor as it is recorded; a person may be named by e-mail. */
async function actorOf(ctx: Ctx, actor: string | undefined): Promise<string | undefined> {
  if (!actor?.includes("@")) return actor;
  const [person] = await ctx.db
    .select({ actor: sql<string>`${accounts.role} || ':' || ${accounts.id}` })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${actor})`);
  return person?.actor ?? actor;
}
