import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import type { Scene } from "#lib/testing/scene";

let made = 0;

/** Places a purchase of the first plan and settles it as delivered. @returns its id */
export async function deliverPurchase(at: Scene, ctx: Ctx): Promise<number> {
  made += 1;
  const order = { ref: `deliver-${made}`, phone: "08031234567", channel: "web" as const, again: true };
  const { planId, networkId } = at.offered();
  const { id } = (await placePurchase(ctx, { ...order, planId, networkId })).purchase;
  const { db } = at.system;
  await db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await db.execute(
    sql`insert into attempts (supplier_id, purchase_id, worker, answered_at, result, cost)
      select 1, id, 'test', now(), 'successful', cost from purchases where id = ${id}`,
  );
  await settlePurchase(at.system, {
    purchaseId: id,
    from: ["sending"],
    to: "successful",
    by: "answer",
    outcome: null,
  });
  return id;
}
