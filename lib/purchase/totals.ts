import { type Ctx, requireBuyer } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { addUp } from "./add-up.ts";
import type { PurchaseFilter } from "./filter.ts";

export interface Totals {
  count: number;
  /** Delivered: how many, and what they cost the reseller in minor units. */
  delivered: number;
  spent: Minor;
  /** Still open: what they hold in minor units. */
  held: Minor;
}

/** The sums over all of the acting reseller's purchases that a filter finds. */
export async function totals(ctx: Ctx, filter: PurchaseFilter): Promise<Totals> {
  const { id } = requireBuyer(ctx);
  const { count, delivered, sales, held } = await addUp(ctx, { ...filter, reseller: id }, false);
  return { count, delivered, spent: sales, held };
}
