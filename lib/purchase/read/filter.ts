import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { Day } from "#lib/core/day";
import type { Filter } from "#lib/core/list";
import { parsePhone } from "#lib/core/phone";
import { endOfDay, startOfDay } from "#lib/core/time";

const Id = z.coerce.number<string | number>().int().positive().max(2_147_483_647);

/** The filters of a reseller's own purchases. */
export const ownPurchaseFilter = {
  /** One box: a number, a ref or an ident; for admins also an e-mail or the upstream's id. */
  q: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim().slice(0, 100))
    .pipe(z.string().min(1)),
  /** States as people call them: `open` is queued or sending; `failed` and `cancelled` are two kinds of failed. */
  state: z.enum(["open", "unconfirmed", "successful", "failed", "cancelled", "reversed"]),
  network: Id,
  plan: Id,
  from: Day,
  to: Day,
};

/** The same over all resellers, also of one of them. */
export const purchaseFilter = { ...ownPurchaseFilter, reseller: Id };
export type PurchaseFilter = Filter<typeof purchaseFilter>;

/** The conditions on `purchases p` that a filter stands for, without whose purchases they are. */
export function filterConditions(filter: PurchaseFilter, forAdmin: boolean): SQL[] {
  const conditions: SQL[] = [];
  if (filter.state) conditions.push(stateCondition(filter.state));
  if (filter.network !== undefined) conditions.push(sql`p.network_id = ${filter.network}`);
  if (filter.plan !== undefined) conditions.push(sql`p.plan_id = ${filter.plan}`);
  if (filter.from) conditions.push(sql`p.placed_at >= ${startOfDay(filter.from).toISOString()}::timestamptz`);
  if (filter.to) conditions.push(sql`p.placed_at < ${endOfDay(filter.to).toISOString()}::timestamptz`);
  if (filter.q) conditions.push(forAdmin ? adminSearchCondition(filter.q) : searchCondition(filter.q));
  if (forAdmin && filter.reseller !== undefined) conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  return conditions;
}

/**
 * Between which numbers the purchases of some days lie, so that a list in the order of numbers begins there. Numbers
 * follow `placed_at` but for the length of a transaction, which is far below the hour that is allowed for.
 */
export function numberBounds({ from, to }: PurchaseFilter): SQL[] {
  const bounds: SQL[] = [];
  if (from) {
    const before = sql`${startOfDay(from).toISOString()}::timestamptz - interval '1 hour'`;
    bounds.push(sql`p.id > coalesce((select b.id from purchases b where b.placed_at < ${before}
      order by b.placed_at desc limit 1), 0)`);
  }
  if (to) {
    const after = sql`${endOfDay(to).toISOString()}::timestamptz + interval '1 hour'`;
    bounds.push(sql`p.id < coalesce((select b.id from purchases b where b.placed_at >= ${after}
      order by b.placed_at limit 1), 9223372036854775807)`);
  }
  return bounds;
}

function stateCondition(state: NonNullable<PurchaseFilter["state"]>): SQL {
  switch (state) {
    case "open":
      return sql`p.state in ('queued', 'sending')`;
    case "cancelled":
      return sql`p.ending = 'cancelled'`;
    case "failed":
      return sql`p.ending = 'failed'`;
    default:
      return sql`p.state = ${sql.raw(`'${state}'`)}`;
  }
}

/** Exact finds among the purchases of one reseller: an ident, a ref, a number. */
function searchCondition(q: string): SQL {
  const finds = [sql`p.ident = ${q.toUpperCase()}`, sql`p.ref = ${q}`];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`p.phone = ${phone}`);
  return sql`(${sql.join(finds, sql` or `)})`;
}

/**
 * Exact finds among all purchases, each by its own index whatever the planner expects; also an e-mail, and what the
 * upstream calls it: each try knows that, the one whose answer settled it too.
 */
function adminSearchCondition(q: string): SQL {
  if (q.includes("@")) return sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))`;
  const finds = [sql`f.ident = ${q.toUpperCase()}`, sql`f.ref = ${q}`];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`f.phone = ${phone}`);
  const tried = [sql`t.upstream_id = ${q}`, sql`t.upstream_ident = ${q}`];
  const found = [
    ...finds.map((find) => sql`select f.id from purchases f where ${find}`),
    ...tried.map((find) => sql`select t.purchase_id from attempts t where ${find}`),
  ];
  return sql`p.id = any(array(${sql.join(found, sql` union all `)}))`;
}
