import { type Ctx, requireAdmin } from "#lib/core/context";
import { type AddedUp, addUp } from "./add-up.ts";
import type { PurchaseFilter } from "./filter.ts";

/** The sums over all purchases that a filter finds. Admins only. */
export async function adminTotals(ctx: Ctx, filter: PurchaseFilter): Promise<AddedUp> {
  requireAdmin(ctx);
  return addUp(ctx, filter, true);
}
