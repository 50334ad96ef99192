import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, requireReader } from "#lib/core/context";
import type { ListFilter } from "#lib/core/list/list";
import { formatNetworkName } from "#lib/core/text/display-name";
import { Day } from "#lib/core/time/day";
import { endOfDay, startOfDay } from "#lib/core/time/time";
import { applyNamedDays, buildSearchCondition, type Searcher } from "./purchase-search.ts";

const Id = z.coerce.number<string | number>().int().positive().max(2_147_483_647);

export const ownPurchaseFilter = {
  /** A search text; `purchase-search.ts` says what it finds. */
  q: z
    .string()
    .transform((text) => text.replaceAll("\0", "").trim().slice(0, 100))
    .pipe(z.string().min(1)),
  /** The states of the filter: `open` is queued or sending; `failed` and `cancelled` both failed. */
  state: z.enum(["open", "unconfirmed", "successful", "failed", "cancelled", "reversed"]),
  network: Id,
  plan: Id,
  /** The helper who sold it. */
  helper: Id,
  from: Day,
  to: Day,
  run: z.coerce.number<string | number>().int().positive(),
};

/** The same for all resellers, or for one of them, and for the supplier that a purchase is with. */
export const purchaseFilter = {
  ...ownPurchaseFilter,
  reseller: Id,
  supplier: Id,
  /** Names of columns that a page adds, so that a saved view keeps them: "reference,supplier". */
  columns: z
    .string()
    .regex(/^[a-z]+(,[a-z]+)*$/)
    .max(100),
};
export type PurchaseFilter = ListFilter<typeof purchaseFilter>;

/** Builds the conditions of a filter on `purchases p`; callers add the reseller's, and `applyNamedDays`. */
export function buildPurchaseConditions(filter: PurchaseFilter, searcher: Searcher): SQL[] {
  const conditions: SQL[] = [];
  if (filter.state) conditions.push(buildStateCondition(filter.state));
  if (filter.network !== undefined) conditions.push(sql`p.network_id = ${filter.network}`);
  if (filter.plan !== undefined) conditions.push(sql`p.plan_id = ${filter.plan}`);
  if (filter.helper !== undefined) conditions.push(sql`p.helper_id = ${filter.helper}`);
  conditions.push(...buildDayConditions(filter));
  if (filter.run !== undefined) conditions.push(sql`p.batch_id = ${filter.run}`);
  if (filter.q) conditions.push(buildSearchCondition(filter.q, searcher));
  if (searcher === "admin" && filter.reseller !== undefined)
    conditions.push(sql`p.reseller_id = ${filter.reseller}`);
  if (searcher === "admin" && filter.supplier !== undefined)
    conditions.push(isWithSupplier(sql`p`, filter.supplier));
  return conditions;
}

/** The condition that a supplier executed a purchase, or may have: by its one such attempt. */
const isWithSupplier = (purchase: SQL, supplierId: number): SQL => sql`exists (
  select
  from attempts a
  where a.purchase_id = ${purchase}.id and a.supplier_id = ${supplierId} and was_sent(a.result))`;

function buildDayConditions({ from, to }: PurchaseFilter): SQL[] {
  return [
    ...(from ? [sql`p.placed_at >= ${startOfDay(from).toISOString()}::timestamptz`] : []),
    ...(to ? [sql`p.placed_at < ${endOfDay(to).toISOString()}::timestamptz`] : []),
  ];
}

/**
 * The same for a list ordered by id: the days become bounds of the id, and `placed_at` is checked only on the
 * rows read. With both, the planner would take the days for a second restriction, and sort the rows.
 */
export async function buildPurchaseListConditions(
  ctx: Pick<Ctx, "db">,
  typed: PurchaseFilter,
  searcher: Searcher,
): Promise<SQL[]> {
  const { q, from, to, ...others } = searcher === "api" ? typed : await applyNamedDays(ctx, typed, searcher);
  const bounds = await findIdBounds(ctx, { from, to });
  return [
    ...buildPurchaseConditions(others, searcher),
    ...(q ? [buildSearchCondition(q, searcher, bounds(sql`f`))] : []),
    ...bounds(sql`p`),
    ...buildDayConditions({ from, to }).map((condition) => sql`coalesce(${condition}, false)`),
  ];
}

/**
 * Finds the bounds of the ids of some days' purchases. Ids follow `placed_at` up to the length of a
 * transaction, which is far below the margin of an hour. They are read first: without the values, the planner
 * would expect next to no rows between them, and read and sort all of them.
 */
async function findIdBounds(
  { db }: Pick<Ctx, "db">,
  { from, to }: PurchaseFilter,
): Promise<(table: SQL) => SQL[]> {
  if (!from && !to) return () => [];
  const lower =
    from &&
    sql`(
      select b.id
      from purchases b
      where b.placed_at < ${startOfDay(from).toISOString()}::timestamptz - interval '1 hour'
      order by b.placed_at desc
      limit 1)`;
  const upper =
    to &&
    sql`(
      select b.id
      from purchases b
      where b.placed_at >= ${endOfDay(to).toISOString()}::timestamptz + interval '1 hour'
      order by b.placed_at
      limit 1)`;
  const [found] = await db.execute<Record<"lower" | "upper", string | null>>(
    sql`select ${lower ?? sql`null`} as lower, ${upper ?? sql`null`} as upper`,
  );
  return (table) => [
    ...(found?.lower ? [sql`${table}.id > ${found.lower}::bigint`] : []),
    ...(found?.upper ? [sql`${table}.id < ${found.upper}::bigint`] : []),
  ];
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

/** Lists every network and plan, also those no longer sold: their purchases stay. */
export async function getPurchaseFilterOptions(ctx: Ctx) {
  requireReader(ctx);
  const { networks, plans } = await getCatalogue(ctx);
  return {
    networks: networks.map(({ id, name }) => ({ id, name: formatNetworkName(name) })),
    plans: [...plans.values()].map((plan) => ({
      id: plan.id,
      networkId: plan.networkId,
      networkName: formatNetworkName(plan.networkName),
      label: formatPlanDetails(plan),
    })),
  };
}
export type PurchaseFilterOptions = Awaited<ReturnType<typeof getPurchaseFilterOptions>>;
