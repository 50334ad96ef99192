import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { audit, auditPersonal } from "#db/schema/audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { buildDayConditions, buildIdBounds } from "#lib/core/list/filter-days";
import { defineList, type ListFilter, type RowOf } from "#lib/core/list/list";
import { readRows } from "#lib/core/read-rows";
import { SearchText } from "#lib/core/text/single-line-text";
import { Day } from "#lib/core/time/day";
import { getActorNames } from "./actor-names.ts";
import { mergePersonalFacts } from "./merge-personal-facts.ts";

const auditFilter = {
  /** Actor: "admins", a recorded actor ("admin:3"), or an account's email. */
  actor: SearchText,
  action: SearchText,
  subject: SearchText,
  id: SearchText,
  reseller: z.coerce.number<string | number>().int().positive(),
  /** The number of one record. */
  record: z.coerce.number<string | number>().int().positive(),
  from: Day,
  to: Day,
};
type AuditFilter = ListFilter<typeof auditFilter>;

/** All audit records, newest first. Admins only. */
export const auditList = defineList({
  allow: (ctx) => requireAdmin(ctx, "audit"),
  filter: auditFilter,
  pageSize: 100,
  fromReplica: true,
  read: async (ctx, filter, slice) => {
    const actor = await resolveActor(ctx, filter.actor);
    const p = alias(audit, "p");
    const x = alias(auditPersonal, "x");
    const rows = await ctx.db
      .select({ ...getTableColumns(p), facts: x.facts, erasedAt: x.erasedAt })
      .from(p)
      .leftJoin(x, eq(x.auditId, p.id))
      .where(and(...auditConditions({ ...filter, actor }), ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    const names = await getActorNames(
      ctx,
      rows.flatMap(({ actor, resellerId, ...row }) => [
        actor,
        ...(resellerId === null ? [] : [`reseller:${resellerId}`]),
        ...(hasAccountSubject(row) ? [`reseller:${row.subjectId}`] : []),
      ]),
    );
    return slice.page(rows, (row) => ({
      ...mergePersonalFacts(row),
      /** The actor's name, if it is a person. */
      actorName: names.get(row.actor) ?? row.actor,
      resellerName: names.get(`reseller:${row.resellerId}`) ?? null,
      /** The name of an object that is a person. */
      subjectName: (hasAccountSubject(row) && names.get(`reseller:${row.subjectId}`)) || null,
    }));
  },
  file: {
    name: "audit",
    columns: {
      number: ({ id }) => id,
      time: ({ at }) => at,
      actor: ({ actor }) => actor,
      name: ({ actorName }) => actorName,
      address: ({ address }) => address,
      action: ({ action }) => action,
      subject: ({ subject }) => subject,
      id: ({ subjectId }) => subjectId,
      reseller: ({ resellerId }) => resellerId,
      journal: ({ journalId }) => journalId,
      reason: ({ reason }) => reason,
      before: ({ before }) => formatJson(before),
      after: ({ after }) => formatJson(after),
    },
  },
});
export type AuditRecord = RowOf<typeof auditList>;

/** Whether the reference of a record's object is the id of an account. */
const hasAccountSubject = ({ subject, subjectId }: { subject: string; subjectId: string }) =>
  ["account", "reseller", "wallet"].includes(subject) && /^\d{1,15}$/.test(subjectId);

const formatJson = (facts: unknown) => (facts === null || facts === undefined ? null : JSON.stringify(facts));

/** Lists the recorded actions and subjects. Admins only. */
export async function listAuditKinds(ctx: Ctx): Promise<{ actions: string[]; subjects: string[] }> {
  requireAdmin(ctx, "audit");
  const [actions, subjects] = await Promise.all(
    (["action", "subject"] as const).map(
      (column) => readRows(ctx.db, z.object({ kind: z.string() }))`${selectKinds(column)}`,
    ),
  );
  const names = (rows: readonly { kind: string }[] = []) => rows.map(({ kind }) => kind);
  return { actions: names(actions), subjects: names(subjects) };
}

/** Resolves an actor or an account's email to the recorded actor. */
async function resolveActor(ctx: Ctx, actor: string | undefined): Promise<string | undefined> {
  if (!actor?.includes("@")) return actor;
  const [person] = await ctx.db
    .select({ actor: sql<string>`${accounts.role} || ':' || ${accounts.id}` })
    .from(accounts)
    .where(sql`lower(${accounts.email}) = lower(${actor})`);
  return person?.actor ?? actor;
}

/** Builds the conditions of a filter on `audit p`; its `actor` is a recorded actor, not an email. */
export function auditConditions(filter: AuditFilter): SQL[] {
  const { actor, action, subject, id, reseller, record } = filter;
  const conditions: SQL[] = [];
  if (actor) conditions.push(actorCondition(actor));
  if (action) conditions.push(sql`p.action = ${action}`);
  if (subject) conditions.push(sql`p.subject = ${subject}`);
  if (id) conditions.push(sql`p.subject_id = ${id}`);
  if (id && !subject) conditions.push(sql`p.subject = any(array(${selectKinds("subject")}))`);
  if (record !== undefined) conditions.push(sql`p.id = ${record}`);
  if (reseller !== undefined) conditions.push(sql`p.reseller_id = ${reseller}`);
  return [
    ...conditions,
    ...buildDayConditions(sql`p.at`, filter),
    ...buildIdBounds(
      sql`p.id`,
      sql`b.at`,
      filter,
      (nearest) => sql`select b.id from audit b where ${nearest}`,
    ),
  ];
}

/** Builds a query for the distinct values of an indexed column, with one index step for each. */
function selectKinds(column: "subject" | "action"): SQL {
  const name = sql.identifier(column);
  return sql`with recursive kinds as (
      (select ${name} as kind from audit order by ${name} limit 1)
      union all
      select (select a.${name} from audit a where a.${name} > kinds.kind order by a.${name} limit 1)
      from kinds
      where kinds.kind is not null
    )
    select kind from kinds where kind is not null`;
}

function actorCondition(actor: string): SQL {
  if (actor === "admins") return sql`p.actor like 'admin:%'`;
  return sql`p.actor = ${actor}`;
}
