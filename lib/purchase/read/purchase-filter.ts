import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanDetails } from "#lib/catalogue/plan-label";
import { type Ctx, requireReader } from "#lib/core/context";
import { buildDayChecks, buildDayConditions, readIdBounds } from "#lib/core/list/filter-days";
import type { ListFilter } from "#lib/core/list/list";
import { isProcessing } from "#lib/core/purchase-state";
import { formatNetworkName } from "#lib/core/text/display-name";
import { Day } from "#lib/core/time/day";
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
  conditions.push(...buildDayConditions(sql`p.placed_at`, filter));
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

/** The same for a list ordered by id: the days become bounds of the id, and are checked on the rows read. */
export async function buildPurchaseListConditions(
  ctx: Pick<Ctx, "db">,
  typed: PurchaseFilter,
  searcher: Searcher,
): Promise<SQL[]> {
  const { q, from, to, ...others } = searcher === "api" ? typed : await applyNamedDays(ctx, typed, searcher);
  const bounds = await readIdBounds(
    ctx,
    sql`b.placed_at`,
    { from, to },
    (nearest) => sql`select b.id from purchases b where ${nearest}`,
  );
  return [
    ...buildPurchaseConditions(others, searcher),
    ...(q ? [buildSearchCondition(q, searcher, bounds(sql`f.id`))] : []),
    ...bounds(sql`p.id`),
    ...buildDayChecks(sql`p.placed_at`, { from, to }),
  ];
}

function buildStateCondition(state: NonNullable<PurchaseFilter["state"]>): SQL {
  switch (state) {
    case "open":
      return isProcessing(sql`p.state`);
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
