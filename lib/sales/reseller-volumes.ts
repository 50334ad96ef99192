import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { dayOf } from "#lib/core/time/time";
import { type PurchaseSums, sumPurchasesByReseller } from "./purchase-sums.ts";

export interface ResellerVolume {
  /** The purchases of today, and of 30 days including today, without refunded ones, in minor units. */
  today: Minor;
  month: Minor;
}

/** Returns the recent volume of some resellers by id; one without purchases may be missing. Admins only. */
export async function getResellerVolumes(
  ctx: Ctx,
  resellerIds: readonly number[],
): Promise<Map<number, ResellerVolume>> {
  requireAdmin(ctx);
  const [first, ...others] = resellerIds;
  if (first === undefined) return new Map();
  const today = dayOf(new Date());
  const month = Temporal.PlainDate.from(today).subtract({ days: 29 }).toString();
  const sumSince = (from: string) => sumPurchasesByReseller(ctx, { from, resellerIds: [first, ...others] });
  const [todaySums, monthSums] = await Promise.all([sumSince(today), sumSince(month)]);
  return new Map(
    resellerIds.map((id) => [
      id,
      { today: sumBoughtPurchases(todaySums.get(id)), month: sumBoughtPurchases(monthSums.get(id)) },
    ]),
  );
}

const sumBoughtPurchases = (sums: PurchaseSums | undefined): Minor =>
  sums ? sums.sales + sums.heldOpen + sums.heldUnconfirmed : 0n;
