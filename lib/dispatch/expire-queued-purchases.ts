import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { selectProceeds } from "#lib/core/purchase-state";
import { int, readRows } from "#lib/core/read-rows";
import { hasSupplier } from "#lib/purchase/queue/choose-supplier";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";

/**
 * Cancels and refunds queued purchases past their deadline, and those whose plan is gone, is delivered by no
 * supplier that is on, or now costs more than was paid, unless the operator lets these wait. None in a
 * database that isn't confirmed: they may have been sent.
 * @returns the number cancelled.
 * @throws the first failure, after all others.
 */
export async function expireQueuedPurchases(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await readRows(ctx.db, z.object({ id: int, late: z.boolean(), listed: z.boolean() }))`
    select p.id, p.deadline_at <= now() as late, ${hasSupplier(sql`p`)} as listed
    from purchases p
    where p.state = 'queued' and is_home_database() and (
      p.deadline_at <= now()
      or (not ${hasSupplier(sql`p`, selectProceeds(sql`p`))}
        and exists (select from dispatcher where on_price_rise = 'refund'))
    )
    order by p.id
    limit 500`;
  const ended = await handleEach(due, "purchase.not_expired", ({ id, late, listed }) => {
    const outcome = late ? "It couldn’t be sent in time." : listed ? PRICE_RISE_OUTCOME : OFF_SALE_OUTCOME;
    const by = late ? "deadline" : "cancelled";
    return settlePurchase(ctx, { purchaseId: id, from: ["queued"], to: "failed", by, outcome });
  });
  return ended.filter(Boolean).length;
}

const PRICE_RISE_OUTCOME = "The price went up before it was sent.";
const OFF_SALE_OUTCOME = "The network took this plan off sale before it was sent.";
