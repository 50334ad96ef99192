import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
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
  /** The list by which they were bought. */
  run: z.coerce.number<string | number>().int().positive(),
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
  conditions.push(...dayConditions(filter));
  if (filter.run !== undefined) conditions.push(sql`p.run_id = ${filter.run}`);
  if (filter.q) conditions.push(forAdmin ? adminSearchCondition(filter.q) : searchCondition(filter.q));
  if (forAdmin && filter.reseller !== undefined) conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  return conditions;
}

function dayConditions({ from, to }: PurchaseFilter): SQL[] {
  return [
    ...(from ? [sql`p.placed_at >= ${startOfDay(from).toISOString()}::timestamptz`] : []),
    ...(to ? [sql`p.placed_at < ${endOfDay(to).toISOString()}::timestamptz`] : []),
  ];
}

/**
 * The same for a list in the order of numbers: it begins and ends at those of its days, and `placed_at` is only looked at
 * where it is read. A planner that could use both would take the days for a second narrowing, and sort what it finds.
 */
export async function listConditions(
  ctx: Pick<Ctx, "db">,
  filter: PurchaseFilter,
  forAdmin: boolean,
): Promise<SQL[]> {
  return [
    ...filterConditions({ ...filter, from: undefined, to: undefined }, forAdmin),
    ...(await numberBounds(ctx, filter)),
    ...dayConditions(filter).map((one) => sql`coalesce(${one}, false)`),
  ];
}

/**
 * Between which numbers the purchases of some days lie. Numbers follow `placed_at` but for the length of a transaction,
 * which is far below the hour that is allowed for. They are looked up first: a planner that did not know them would expect
 * next to nothing in between, and read and sort all of it.
 */
async function numberBounds({ db }: Pick<Ctx, "db">, { from, to }: PurchaseFilter): Promise<SQL[]> {
  if (!from && !to) return [];
  const lower =
    from &&
    sql`(select b.id from purchases b where b.placed_at < ${startOfDay(from).toISOString()}::timestamptz - interval '1 hour'
      order by b.placed_at desc limit 1)`;
  const upper =
    to &&
    sql`(select b.id from purchases b where b.placed_at >= ${endOfDay(to).toISOString()}::timestamptz + interval '1 hour'
      order by b.placed_at limit 1)`;
  const [found] = await db.execute<Record<"lower" | "upper", string | null>>(
    sql`select ${lower ?? sql`null`} as lower, ${upper ?? sql`null`} as upper`,
  );
  const bounds: SQL[] = [];
  if (found?.lower) bounds.push(sql`p.id > ${found.lower}::bigint`);
  if (found?.upper) bounds.push(sql`p.id < ${found.upper}::bigint`);
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
