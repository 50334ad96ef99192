import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, requireReader } from "#lib/core/context";
import type { ListFilter } from "#lib/core/list/list";
import { parsePhone } from "#lib/core/text/phone";
import { Day } from "#lib/core/time/day";
import { endOfDay, startOfDay } from "#lib/core/time/time";

const Id = z.coerce.number<string | number>().int().positive().max(2_147_483_647);

export const ownPurchaseFilter = {
  /** A phone number, a ref or an ident; for admins also an email or the upstream's id. */
  q: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim().slice(0, 100))
    .pipe(z.string().min(1)),
  /** The states of the filter: `open` is queued or sending; `failed` and `cancelled` are two kinds of failed. */
  state: z.enum(["open", "unconfirmed", "successful", "failed", "cancelled", "reversed"]),
  network: Id,
  plan: Id,
  from: Day,
  to: Day,
  run: z.coerce.number<string | number>().int().positive(),
};

/** The same for all resellers, or for one of them. */
export const purchaseFilter = { ...ownPurchaseFilter, reseller: Id };
export type PurchaseFilter = ListFilter<typeof purchaseFilter>;

/** Builds the conditions of a filter on `purchases p`; the caller adds the reseller's. */
export function buildPurchaseConditions(filter: PurchaseFilter, forAdmin: boolean): SQL[] {
  const conditions: SQL[] = [];
  if (filter.state) conditions.push(buildStateCondition(filter.state));
  if (filter.network !== undefined) conditions.push(sql`p.network_id = ${filter.network}`);
  if (filter.plan !== undefined) conditions.push(sql`p.plan_id = ${filter.plan}`);
  conditions.push(...buildDayConditions(filter));
  if (filter.run !== undefined) conditions.push(sql`p.batch_id = ${filter.run}`);
  if (filter.q)
    conditions.push(forAdmin ? buildAdminSearchCondition(filter.q) : buildSearchCondition(filter.q));
  if (forAdmin && filter.reseller !== undefined) conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  return conditions;
}

function buildDayConditions({ from, to }: PurchaseFilter): SQL[] {
  return [
    ...(from ? [sql`p.placed_at >= ${startOfDay(from).toISOString()}::timestamptz`] : []),
    ...(to ? [sql`p.placed_at < ${endOfDay(to).toISOString()}::timestamptz`] : []),
  ];
}

/**
 * The same for a list ordered by id: the days become bounds of the id, and `placed_at` is checked only on the rows read.
 * With both, the planner would take the days for a second restriction, and sort the rows.
 */
export async function buildPurchaseListConditions(
  ctx: Pick<Ctx, "db">,
  filter: PurchaseFilter,
  forAdmin: boolean,
): Promise<SQL[]> {
  return [
    ...buildPurchaseConditions({ ...filter, from: undefined, to: undefined }, forAdmin),
    ...(await findIdBounds(ctx, filter)),
    ...buildDayConditions(filter).map((condition) => sql`coalesce(${condition}, false)`),
  ];
}

/**
 * Builds the bounds of the ids of some days' purchases. Ids follow `placed_at` up to the length of a transaction, which is
 * far below the margin of an hour. They are read first: without the values, the planner would expect next to no rows
 * between them, and read and sort all of them.
 */
async function findIdBounds({ db }: Pick<Ctx, "db">, { from, to }: PurchaseFilter): Promise<SQL[]> {
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

function buildStateCondition(state: NonNullable<PurchaseFilter["state"]>): SQL {
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

/** Matches an ident, a ref or a phone number exactly, among the purchases of one reseller. */
function buildSearchCondition(q: string): SQL {
  const finds = [sql`p.ident = ${q.toUpperCase()}`, sql`p.ref = ${q}`];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`p.phone = ${phone}`);
  return sql`(${sql.join(finds, sql` or `)})`;
}

/**
 * Matches exactly among all purchases, each kind by its index, whatever the planner expects; also an email, and the
 * upstream's id or ident of any attempt.
 */
function buildAdminSearchCondition(q: string): SQL {
  if (q.includes("@")) return sql`p.reseller_id = (select id from accounts where lower(email) = lower(${q}))`;
  const finds = [sql`f.ident = ${q.toUpperCase()}`, sql`f.ref = ${q}`];
  const phone = parsePhone(q);
  if (phone) finds.push(sql`f.phone = ${phone}`);
  const attemptMatches = [sql`t.upstream_id = ${q}`, sql`t.upstream_ident = ${q}`];
  const matches = [
    ...finds.map((find) => sql`select f.id from purchases f where ${find}`),
    ...attemptMatches.map((find) => sql`select t.purchase_id from attempts t where ${find}`),
  ];
  return sql`p.id = any(array(${sql.join(matches, sql` union all `)}))`;
}

/** Lists every network and plan, also those no longer sold: their purchases stay. */
export async function getPurchaseFilterOptions(ctx: Ctx) {
  requireReader(ctx);
  const { networks, plans } = await getCatalogue(ctx);
  return {
    networks: networks.map(({ id, name }) => ({ id, name })),
    plans: [...plans.values()].map((plan) => ({
      id: plan.id,
      networkId: plan.networkId,
      networkName: plan.networkName,
      label: formatPlanDetails(plan),
    })),
  };
}
export type PurchaseFilterOptions = Awaited<ReturnType<typeof getPurchaseFilterOptions>>;
