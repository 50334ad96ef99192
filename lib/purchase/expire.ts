import { sql } from "drizzle-orm";
import { stillSells } from "#lib/catalogue/still-sells";
import { type Ctx, requireSystem } from "#lib/core/context";
import { settle } from "./settle.ts";

type Row = { id: string; late: boolean; dearer: boolean };

/**
 * Cancels, with the money back, what still waits at its deadline, and what waits but may not be sent any more because its
 * plan costs more by now than was paid for it, or is gone; unless the operator chose that such purchases wait.
 * @returns how many.
 */
export async function expire(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  const due = await ctx.db.execute<Row>(sql`
    select p.id, p.deadline_at <= now() as late, exists (
      select from plans where id = p.plan_id and vanished_at is null and active) as dearer
    from purchases p where p.state = 'queued' and (p.deadline_at <= now()
      or (not ${stillSells(sql`p`)} and exists (select from dispatcher where on_price_rise = 'refund')))
    order by p.id limit 500`);
  let expired = 0;
  for (const { id, late, dearer } of due) {
    const outcome = late ? "It could not be sent in time." : dearer ? DEARER : GONE;
    const by = late ? "deadline" : "cancelled";
    if (await settle(ctx, { purchaseId: Number(id), from: ["queued"], to: "failed", by, outcome }))
      expired += 1;
  }
  return expired;
}

const DEARER = "The price went up before it was sent.";
const GONE = "The network took this plan off sale before it was sent.";
