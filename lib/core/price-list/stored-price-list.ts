import { z } from "zod";
import { minor } from "#lib/core/read-rows";
import type { SellingPricePolicy, SellingPriceRule } from "./selling-price.ts";

/** For whom a price list sets prices: the reseller's customers, or their agents. */
export type Audience = "customers" | "agents";

/** A reseller's price list as it is stored. */
export interface PriceList {
  policy: Omit<SellingPricePolicy, "rules"> & { rules: readonly (SellingPriceRule & { id: number })[] };
  /** The plans that the shop and the images don't show. */
  hidden: ReadonlySet<number>;
}

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

/** Parses the JSON of the database's function `price_list`. */
export const StoredPriceList = StoredList.transform(({ rounding, rules }): PriceList => {
  const priced = rules.flatMap(({ hidden: _, kind, value, ...scope }) =>
    kind !== null && value !== null ? [{ ...scope, kind, value }] : [],
  );
  const hidden = rules.flatMap((rule) => (rule.hidden && rule.planId !== null ? [rule.planId] : []));
  return { policy: { rules: priced, rounding }, hidden: new Set(hidden) };
});

/** The prices of a reseller without a price list: those that they pay. */
export const NO_PRICE_LIST: PriceList = { policy: { rules: [], rounding: 1n }, hidden: new Set() };
