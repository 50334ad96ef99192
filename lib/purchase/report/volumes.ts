import { type Ctx, requireAdmin } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { dayOf } from "#lib/core/time";
import { type Sums, sumsByReseller } from "./sums.ts";

export interface Volume {
  /** What was bought today and in the last 30 days, today among them, and not given back, in minor units. */
  today: Minor;
  month: Minor;
}

/** What each of a few resellers bought lately, by their id; who bought nothing may not be there. Admins only. */
export async function volumes(ctx: Ctx, resellerIds: readonly number[]): Promise<Map<number, Volume>> {
  requireAdmin(ctx);
  const [first, ...others] = resellerIds;
  if (first === undefined) return new Map();
  const today = dayOf(new Date());
  const month = Temporal.PlainDate.from(today).subtract({ days: 29 }).toString();
  const of = (from: string) => sumsByReseller(ctx, { from, resellerIds: [first, ...others] });
  const [ofToday, ofMonth] = await Promise.all([of(today), of(month)]);
  return new Map(
    resellerIds.map((id) => [id, { today: bought(ofToday.get(id)), month: bought(ofMonth.get(id)) }]),
  );
}

const bought = (sums: Sums | undefined): Minor =>
  sums ? sums.sales + sums.heldOpen + sums.heldUnconfirmed : 0n;
