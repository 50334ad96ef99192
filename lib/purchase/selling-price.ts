import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { hideFromPlanner, prepareQuery } from "#db/prepare-query";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { formatDecimal, type Minor, parseMoney } from "#lib/core/money/money";
import { isBelowPrice } from "./below-price.ts";
import { ALL_PLANS, dayLock, getStoredSumsEnd } from "./report/aggregate-days.ts";

/** In minor units; above it, or so many times the reseller's price, it is taken for a typing error. */
const MAX_SELLING_PRICE = 100_000_000n;
export const MAX_SELLING_PRICE_FACTOR = 20n;

/** A selling price as typed, in minor units; empty if unknown. */
export const SellingPrice = z
  .string()
  .max(30, "This amount is too long.")
  .default("")
  .transform((text, check): Minor | undefined => {
    if (text.trim() === "") return undefined;
    const minor = parseMoney(text);
    if (minor !== undefined && minor > 0n && minor <= MAX_SELLING_PRICE) return minor;
    check.addIssue(`Enter what the customer pays, such as ${formatDecimal(35_000n)}, or leave it empty.`);
    return z.NEVER;
  });

/** @throws invalid at `field` when it is out of proportion to the reseller's price. */
export function requirePlausibleSellingPrice(
  sellingPrice: Minor | undefined,
  price: Minor,
  field = "sellingPrice",
): void {
  if (sellingPrice !== undefined && sellingPrice > price * MAX_SELLING_PRICE_FACTOR)
    throw invalidError(field, "This is more than 20 times your price. Check the amount.");
}

interface RecordedPrice {
  sellingPrice: Minor | undefined;
  /** The price that its form asked about; undefined for none, null outside of a form. */
  warned: Minor | undefined | null;
  price: Minor;
}

const RECORD_LOSS_TEXT = "This is less than you paid. Change it, or save again to record a loss.";

/** Asks once before a sale at a loss, with `text`. @throws invalid at `field`. */
export function requireAcceptedLoss(
  { sellingPrice, warned, price }: RecordedPrice,
  { field = "sellingPrice", text = RECORD_LOSS_TEXT } = {},
): void {
  if (warned !== null && warned !== sellingPrice && isBelowPrice(sellingPrice, price))
    throw invalidError(field, text);
}

/** The price that a form asked about, as it was typed; null outside of a form. */
export const WarnedPrice = z
  .string()
  .max(30)
  .nullable()
  .default(null)
  .catch("")
  .transform((text) => (text === null ? null : parseMoney(text)));

export const SetSellingPriceInput = z.object({
  ident: z.string().regex(/^DT[0-9A-Z]+$/),
  sellingPrice: SellingPrice,
  warned: WarnedPrice,
});
export type SetSellingPriceInput = z.input<typeof SetSellingPriceInput>;

/**
 * Records the selling price of the acting reseller's purchase, or that it is unknown. It isn't part of the
 * ledger, so it can be changed at any time, unless it comes from a shop order.
 * @throws not_found, conflict; invalid at `sellingPrice`.
 */
export async function setSellingPrice(ctx: Ctx, input: SetSellingPriceInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident, sellingPrice, warned } = SetSellingPriceInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const which = sql`p.ident = ${ident} and p.reseller_id = ${resellerId}`;
    const [purchase] = await tx.db.execute<{
      price: string;
      selling_price: string | null;
      channel: string;
    }>(sql`
      select price, selling_price, channel, pg_advisory_xact_lock_shared(${dayLock(dayPlaced())})
      from purchases p
      where ${which}`);
    if (!purchase) throw notFoundError("purchase");
    if (purchase.channel === "shop" && purchase.selling_price !== null)
      throw conflictError("This purchase came from a shop order, so its selling price can’t be changed.");
    requirePlausibleSellingPrice(sellingPrice, BigInt(purchase.price));
    requireAcceptedLoss({ sellingPrice, warned, price: BigInt(purchase.price) });
    await updateSellingPrice(tx, which, sellingPrice, 1);
    await recordAudit(tx, {
      action: "purchase.selling_price_noted",
      subject: "purchase",
      subjectId: ident,
      resellerId,
      before: { sellingPrice: purchase.selling_price },
      after: { sellingPrice: sellingPrice ?? null },
    });
  });
}

/** Changes purchases and the stored sums of their days. @returns the number of purchases. */
export async function updateSellingPrice(
  ctx: Ctx,
  which: SQL,
  sellingPrice: Minor | undefined,
  most: number,
): Promise<number> {
  const to = sql`${sellingPrice ?? null}::bigint`;
  const price = sql`case when ${to} is null then 0 else price end
    - case when selling_price is null then 0 else price end`;
  const until = getStoredSumsEnd(sql`(day + 1)::timestamp at time zone ${env().TIME_ZONE}`);
  const [row] = await ctx.db.execute<{ count: string }>(sql`
    with was as (
      select
        p.id, p.reseller_id, p.network_id, p.plan_id, p.ending, p.price, p.selling_price, p.placed_at,
        ${dayPlaced()} as day
      from purchases p
      where ${which}
      order by p.id desc
      limit ${most}
      for update
    ),
    written as (
      update purchases set selling_price = ${to} from was where purchases.id = was.id
    ),
    -- What the sums of their days are too low by, where they are stored.
    change as (
      select
        reseller_id, day,
        coalesce(network_id, ${ALL_PLANS}) as network_id, coalesce(plan_id, ${ALL_PLANS}) as plan_id,
        sum(num_nonnulls(${to}) - num_nonnulls(selling_price)) as sold,
        sum(${price}) as paid,
        sum(coalesce(${to}, 0) - coalesce(selling_price, 0)) as selling_price
      from was
      left join report_days r using (day)
      where ending = 'delivered' and placed_at < coalesce(${until}, 'infinity')
      group by grouping sets ((reseller_id, day, network_id, plan_id), (reseller_id, day))
    ),
    added_up as (
      update report_resellers r
      set
        sold = r.sold + change.sold, paid = r.paid + change.paid,
        selling_price = r.selling_price + change.selling_price
      from change
      where (r.reseller_id, r.day, r.network_id, r.plan_id)
        = (change.reseller_id, change.day, change.network_id, change.plan_id)
    )
    select count(*) from was`);
  return Number(row?.count);
}

export const dayPlaced = (): SQL => sql`(p.placed_at at time zone ${env().TIME_ZONE})::date`;

/**
 * Returns the last selling price of each plan among the acting reseller's last 500 purchases, where recorded.
 * A sale at a loss is left out: it is an exception or a typing error, which must not repeat.
 */
export async function getLastSellingPrices(ctx: Ctx): Promise<Map<number, Minor>> {
  const { id } = requireReseller(ctx, "sell");
  const rows = await selectLastSellingPrices(ctx.db, { id });
  return new Map(rows.map(({ plan_id, selling_price }) => [plan_id, BigInt(selling_price)]));
}

const selectLastSellingPrices = prepareQuery<{ id: number }, { plan_id: number; selling_price: string }>(
  ({ id }) => sql`
    select distinct on (plan_id) plan_id, selling_price
    from (
      select id, plan_id, selling_price, price
      from purchases
      where reseller_id = ${hideFromPlanner(id)}
      order by id desc
      limit 500
    ) lately
    where selling_price >= price
    order by plan_id, id desc`,
);
