import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { Day } from "#lib/core/day";
import type { Filter } from "#lib/core/list";
import { endOfDay, startOfDay } from "#lib/core/time";
import { SearchText } from "#lib/core/words";

/** The filters of the audit records. */
export const auditFilter = {
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
export type AuditFilter = Filter<typeof auditFilter>;

/** The conditions on `audit p` that a filter stands for; its `actor` is none by e-mail any more. */
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

/** The different values of an indexed column, one step down its index for each. */
export function kinds(column: "subject" | "action"): SQL {
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

/** Records lie in the order of their numbers but for the length of a transaction, far below an hour: the list begins there. */
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
