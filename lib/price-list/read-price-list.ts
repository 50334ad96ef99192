import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { toPlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { minor, parseRows } from "#lib/core/read-rows";
import { getSellingPrice, type SellingPricePolicy, type SellingPriceRule } from "./selling-price.ts";

/** A reseller's price list as it is stored. */
export interface PriceList {
  policy: Omit<SellingPricePolicy, "rules"> & { rules: readonly (SellingPriceRule & { id: number })[] };
  /** The plans that the shop and the images don't show. */
  hidden: ReadonlySet<number>;
}

/** Selects the price list of a reseller as JSON, for `StoredPriceList`; null before they made one. */
export const selectPriceList = (resellerId: SQL): SQL => sql`(
  select jsonb_build_object('rounding', l.rounding::text, 'rules', coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'networkId', r.network_id, 'typeName', r.type_name, 'planId', r.plan_id,
    'kind', r.kind, 'value', r.value::text, 'hidden', r.hidden
  ) order by r.id) filter (where r.id is not null), '[]'))
  from price_lists l
  left join price_list_rules r using (reseller_id)
  where l.reseller_id = ${resellerId}
  group by l.reseller_id
)`;

const StoredList = z.object({
  rounding: minor,
  rules: z.array(
    z.object({
      id: z.int(),
      networkId: z.int().nullable(),
      typeName: z.string().nullable(),
      planId: z.int().nullable(),
      kind: z.enum(["flat", "percent", "fixed"]).nullable(),
      value: minor.nullable(),
      hidden: z.boolean(),
    }),
  ),
});

/** Parses the JSON of `selectPriceList`. */
export const StoredPriceList = StoredList.transform(({ rounding, rules }): PriceList => {
  const priced = rules.flatMap(({ hidden: _, kind, value, ...scope }) =>
    kind !== null && value !== null ? [{ ...scope, kind, value }] : [],
  );
  const hidden = rules.flatMap((rule) => (rule.hidden && rule.planId !== null ? [rule.planId] : []));
  return { policy: { rules: priced, rounding }, hidden: new Set(hidden) };
});

/** The prices of a reseller without a price list: those that they pay. */
export const NO_PRICE_LIST: PriceList = { policy: { rules: [], rounding: 1n }, hidden: new Set() };

/** Finds a reseller's price list; undefined before they made one. Rights are the caller's. */
export async function findPriceList(ctx: Ctx, resellerId: number): Promise<PriceList | undefined> {
  const [row] = parseRows(PriceListRow, await priceListQuery(ctx.db, { resellerId }));
  return row?.list ?? undefined;
}

const PriceListRow = z.object({ list: StoredPriceList.nullable() });

/** Prepared: runs with each view of Buy and each review of a purchase. */
const priceListQuery = prepareQuery<{ resellerId: number }>(
  ({ resellerId }) => sql`select ${selectPriceList(resellerId)} as list`,
);

/** Selects whether a reseller chose what they add to their prices. */
export const hasPriceList = (resellerId: SQL): SQL =>
  sql`exists (select from price_lists where reseller_id = ${resellerId})`;

/**
 * Returns the selling price of each plan that the acting reseller can buy, in minor units; none before they
 * made a price list.
 */
export async function listSellingPrices(ctx: Ctx): Promise<Map<number, Minor>> {
  const { id, level } = requireReseller(ctx, "sell");
  const [list, catalogue] = await Promise.all([findPriceList(ctx, id), getCatalogue(ctx)]);
  if (!list) return new Map();
  const plans = [...catalogue.plans.values()].flatMap((plan) => toPlanView(plan, level) ?? []);
  return new Map(plans.map((plan) => [plan.id, getSellingPrice(plan, list.policy)]));
}
