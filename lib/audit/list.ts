import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { defineList, type Filter, type RowOf } from "#lib/core/list";
import { endOfDay, startOfDay } from "#lib/core/time";
import { SearchText } from "#lib/core/words";
import { actorNames } from "./actor-names.ts";
import { withPersonal } from "./with-personal.ts";

/** The filters of the audit records. */
const filter = {
  /** Whom to look at: "admins", an actor as it is recorded ("admin:3"), or a person's e-mail. */
  actor: SearchText,
  action: SearchText,
  /** A kind of thing ("purchase", "wallet"), and its id. */
  subject: SearchText,
  id: SearchText,
  reseller: z.coerce.number<string | number>().int().positive(),
  from: Day,
  to: Day,
};
type AuditFilter = Filter<typeof filter>;

/** Everything that was ever recorded, newest first: who did what to what, when, why, and how it was before and after. Admins only. */
export const auditList = defineList({
  allow: (ctx) => requireAdmin(ctx, "audit"),
  filter,
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
  requireAdmin(ctx, "audit");
  const [actions, subjects] = await Promise.all(
    (["action", "subject"] as const).map((column) => ctx.db.execute<{ kind: string }>(kinds(column))),
  );
  const names = (rows: readonly { kind: string }[] = []) => rows.map(({ kind }) => kind);
  return { actions: names(actions), subjects: names(subjects) };
}

/** The actor as it is recorded, also for a person's e-mail. */
async function actorOf(ctx: Ctx, actor: string | undefined): Promise<string | undefined> {
  if (!actor?.includes("@")) return actor;
  const [person] = await ctx.db
    .select({ actor: sql<string>`${accounts.role} || ':' || ${accounts.id}` })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${actor})`);
  return person?.actor ?? actor;
}

/** The conditions of a filter on `audit p`; its `actor` is as recorded, not an e-mail. */
export function auditConditions(filter: AuditFilter): SQL[] {
  const { actor, action, subject, id, reseller, from, to } = filter;
  const conditions: SQL[] = [];
  if (actor) conditions.push(actorCondition(actor));
  if (action) conditions.push(sql`p.action = ${action}`);
  if (subject) conditions.push(sql`p.subject = ${subject}`);
  if (id) conditions.push(sql`p.subject_id = ${id}`);
  if (id && !subject) conditions.push(sql`p.subject = any(array(${kinds("subject")}))`);
  if (reseller !== undefined) conditions.push(sql`p.reseller_id = ${reseller}`);
  if (from) conditions.push(...notBefore(startOfDay(from)));
  if (to) conditions.push(...before(endOfDay(to)));
  return conditions;
}

/** The distinct values of an indexed column, found by one step in the index for each. */
function kinds(column: "subject" | "action"): SQL {
  const name = sql.identifier(column);
  return sql`with recursive kinds as (
      (select ${name} as kind from audit order by ${name} limit 1)
      union all
      select (select a.${name} from audit a where a.${name} > kinds.kind order by a.${name} limit 1) from kinds where kinds.kind is not null
    ) select kind from kinds where kind is not null`;
}

function actorCondition(actor: string): SQL {
  if (actor === "admins") return sql`p.actor like 'admin:%'`;
  return sql`p.actor = ${actor}`;
}

/** Numbers follow time except within a transaction, which is far shorter than an hour: so the list begins near that time. */
function notBefore(at: Date): SQL[] {
  const instant = sql`${at.toISOString()}::timestamptz`;
  return [
    sql`p.at >= ${instant}`,
    sql`p.id > coalesce((select b.id from audit b where b.at < ${instant} - interval '1 hour' order by b.at desc limit 1), 0)`,
  ];
}

function before(at: Date): SQL[] {
  const instant = sql`${at.toISOString()}::timestamptz`;
  return [
    sql`p.at < ${instant}`,
    sql`p.id < coalesce((select b.id from audit b where b.at >= ${instant} + interval '1 hour' order by b.at limit 1),
      9223372036854775807)`,
  ];
}
