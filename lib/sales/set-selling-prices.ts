import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { buildDayConditions } from "#lib/core/list/filter-days";
import type { Minor } from "#lib/core/money/money";
import { minor, readRow } from "#lib/core/read-rows";
import { Day } from "#lib/core/time/day";
import {
  requireAcceptedLoss,
  requirePlausibleSellingPrice,
  SellingPrice,
  WarnedPrice,
} from "#lib/purchase/selling-price";
import { dayLock } from "./aggregate-days.ts";
import { dayPlaced, updateSellingPrice } from "./set-selling-price.ts";

/** Purchases of a plan that have one selling price, in minor units, or none. */
interface SellingPriceGroup {
  planId: number;
  before: Minor | null;
}

const MAX_GROUPS = 500;

export const SetSellingPricesInput = z.object({
  from: Day,
  to: Day,
  prices: z
    .array(
      z.object({
        planId: z.int().positive().max(2_147_483_647),
        before: z.bigint().nullable(),
        sellingPrice: SellingPrice,
        warned: WarnedPrice,
      }),
    )
    .max(MAX_GROUPS),
});
export type SetSellingPricesInput = z.input<typeof SetSellingPricesInput>;

/** Names the field of a form with the new price of a group: "price-12-35000", "price-12-none". */
export const getSellingPriceFieldName = ({ planId, before }: SellingPriceGroup): string =>
  `price-${planId}-${before ?? "none"}`;

/** Reads the form with a field for each group. An error is at the field of its price. */
export const SellingPricesForm = z
  .looseObject({ from: Day, to: Day })
  .transform(({ from, to, ...fields }, check) => {
    const prices = Object.entries(fields).flatMap(([name, value]) => {
      const [, planId, before] = /^price-(\d{1,9})-(\d{1,12}|none)$/.exec(name) ?? [];
      if (!planId) return [];
      const { error } = SellingPrice.safeParse(value);
      for (const { message } of error?.issues ?? [])
        check.addIssue({ code: "custom", message, path: [name] });
      return [
        {
          planId: Number(planId),
          before: before === "none" ? null : BigInt(before ?? 0),
          sellingPrice: String(value),
          warned: String(fields[`warned-${name}`] ?? ""),
        },
      ];
    });
    return { from, to, prices };
  });

const BATCH_SIZE = 5_000;

/**
 * Records the selling prices of the acting reseller's delivered purchases within some days, the newest 5,000
 * of each group, all or nothing. It leaves groups with the same price as before, and purchases whose price
 * comes from a shop order.
 * @returns the number of changed purchases.
 * @throws invalid at the field of a group.
 */
export async function setSellingPrices(ctx: Ctx, input: SetSellingPricesInput): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  const { from, to, prices } = SetSellingPricesInput.parse(input);
  const changes = prices.filter(({ before, sellingPrice }) => (sellingPrice ?? null) !== before);
  if (changes.length === 0) return 0;
  const isOfDays = sql`p.reseller_id = ${resellerId}
    and ${sql.join(buildDayConditions(sql`p.placed_at`, { from, to }), sql` and `)}`;
  const inPeriod = sql`${isOfDays} and p.ending = 'delivered'
    and (p.channel <> 'shop' or p.selling_price is null)`;
  return inTransaction(ctx, async (tx) => {
    // Also days of which nothing is delivered yet: it may be a moment later.
    await lockDays(tx, isOfDays);
    let count = 0;
    for (const { planId, before, sellingPrice, warned } of changes) {
      const which = sql`${inPeriod} and p.plan_id = ${planId}
        and p.selling_price is not distinct from ${before}::bigint`;
      const { price } = await readRow(tx.db, z.object({ price: minor.nullable() }))`
        select min(p.price) as price from purchases p where ${which}`;
      if (price === null) continue;
      const field = getSellingPriceFieldName({ planId, before });
      requirePlausibleSellingPrice(sellingPrice, price, field);
      requireAcceptedLoss({ sellingPrice, warned, price }, { field });
      const noted = await updateSellingPrice(tx, which, sellingPrice, BATCH_SIZE);
      count += noted;
      await recordAudit(tx, {
        action: "purchase.selling_prices_noted",
        subject: "plan",
        subjectId: planId,
        resellerId,
        before: { sellingPrice: before },
        after: { sellingPrice: sellingPrice ?? null, from, to, noted },
      });
    }
    return count;
  });
}

/** Locks the stored sums of all days at once, in order, so that two of these don't wait for each other. */
async function lockDays(ctx: Ctx, which: SQL): Promise<void> {
  await ctx.db.execute(sql`
    with days as materialized (
      select distinct ${dayPlaced()} as day from purchases p where ${which} order by day
    )
    select pg_advisory_xact_lock_shared(${dayLock(sql`day`)}) from days`);
}
