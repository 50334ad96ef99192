import { sql } from "drizzle-orm";
import { isSellable, isSoldPlan } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireSystem } from "#lib/core/context";
import { hasLaterSupplier } from "#lib/purchase/send/choose-supplier";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

/** The main supplier's list says nothing while it is off: it delivers no plan then. */
const isMainOn = sql`(select enabled from suppliers where id = ${MAIN_SUPPLIER_ID})`;

/**
 * Cancels and refunds queued purchases past their deadline, and those whose plan is gone, is delivered by no supplier that is
 * on, or now costs more than was paid, unless the operator lets these wait.
 * @returns the number cancelled.
 */
export async function expireQueuedPurchases(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await ctx.db.execute<{ id: string; late: boolean; listed: boolean }>(sql`
    select p.id, p.deadline_at <= now() as late, exists (
      select from plans where ${isSoldPlan(sql`p`)} and (route_cost is not null
        or listed_by = 1 and delisted_at is null and doubt is null and active and ${isMainOn})) as listed
    from purchases p where p.state = 'queued' and (p.deadline_at <= now()
      or (not (${isMainOn} and ${isSellable(sql`p`)}) and not ${hasLaterSupplier(sql`p`)}
        and exists (select from dispatcher where on_price_rise = 'refund')))
    order by p.id limit 500`);
  let expired = 0;
  for (const { id, late, listed } of due) {
    const outcome = late ? "It couldn’t be sent in time." : listed ? PRICE_RISE_OUTCOME : OFF_SALE_OUTCOME;
    const by = late ? "deadline" : "cancelled";
    if (await settlePurchase(ctx, { purchaseId: Number(id), from: ["queued"], to: "failed", by, outcome }))
      expired += 1;
  }
  return expired;
}

const PRICE_RISE_OUTCOME = "The price went up before it was sent.";
const OFF_SALE_OUTCOME = "The network took this plan off sale before it was sent.";
