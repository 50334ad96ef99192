import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { hasSupplier } from "#lib/purchase/send/choose-supplier";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";

/**
 * Cancels and refunds queued purchases past their deadline, and those whose plan is gone, is delivered by no
 * supplier that is on, or now costs more than was paid, unless the operator lets these wait.
 * @returns the number cancelled.
 */
export async function expireQueuedPurchases(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await ctx.db.execute<{ id: string; late: boolean; listed: boolean }>(sql`
    select p.id, p.deadline_at <= now() as late, ${hasSupplier(sql`p`)} as listed
    from purchases p
    where p.state = 'queued' and (
      p.deadline_at <= now()
      or (not ${hasSupplier(sql`p`, sql`p.price`)}
        and exists (select from dispatcher where on_price_rise = 'refund'))
    )
    order by p.id
    limit 500`);
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
