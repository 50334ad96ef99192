import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { conflictError, notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { int, minor, readRow, readRows } from "#lib/core/read-rows";
import {
  requireAcceptedLoss,
  requirePlausibleSellingPrice,
  SellingPrice,
  WarnedPrice,
} from "#lib/purchase/selling-price";
import { ALL_PLANS, dayLock } from "./aggregate-days.ts";

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
    const [purchase] = await readRows(
      tx.db,
      z.object({ price: minor, sellingPrice: minor.nullable(), channel: z.string() }),
    )`
      select price, selling_price, channel, pg_advisory_xact_lock_shared(${dayLock(dayPlaced())})
      from purchases p
      where ${which}`;
    if (!purchase) throw notFoundError("purchase");
    if (purchase.channel === "shop" && purchase.sellingPrice !== null)
      throw conflictError("This purchase came from a shop order, so its selling price can’t be changed.");
    requirePlausibleSellingPrice(sellingPrice, purchase.price);
    requireAcceptedLoss({ sellingPrice, warned, price: purchase.price });
    await updateSellingPrice(tx, which, sellingPrice, 1);
    await recordAudit(tx, {
      action: "purchase.selling_price_noted",
      subject: "purchase",
      subjectId: ident,
      resellerId,
      before: { sellingPrice: purchase.sellingPrice },
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
  const { count } = await readRow(ctx.db, z.object({ count: int }))`
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
      where ending = 'delivered' and placed_at < coalesce(r.until, 'infinity')
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
    select count(*) from was`;
  return count;
}

export const dayPlaced = (): SQL => sql`(p.placed_at at time zone ${env().TIME_ZONE})::date`;
