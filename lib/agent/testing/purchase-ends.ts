import { sql } from "drizzle-orm";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { type Bought, move, pay, via, type World } from "./agent-world.ts";
import { readAgent } from "./make-agent.ts";

/** Ends a purchase, as three processes at once. */
export async function settle(
  world: World,
  purchase: Bought | undefined,
  to: "successful" | "failed",
): Promise<void> {
  if (purchase?.state !== "open" && purchase?.state !== "advanced") return;
  const { system } = world.at;
  await system.db.execute(
    sql`update purchases set state = 'sending' where id = ${purchase.id} and state = 'queued'`,
  );
  await Promise.all(
    [1, 2, 3].map(() =>
      settlePurchase(via(world, system), {
        ...{ purchaseId: purchase.id, from: ["sending", "unconfirmed"], to, by: "answer", outcome: null },
      }),
    ),
  );
  if (to === "successful") world.sales += purchase.price;
  if (purchase.state === "advanced") {
    purchase.state = to === "failed" ? "failed" : "awaiting";
    return;
  }
  purchase.state = to === "failed" ? "failed" : "delivered";
  if (to === "failed") move(world, purchase.agent, purchase.price);
  else pay(world, purchase, 1n);
}

/** Credits a purchase that is unconfirmed for a day. */
export async function advance(world: World, purchase: Bought | undefined): Promise<void> {
  if (purchase?.state !== "open") return;
  const { system } = world.at;
  await system.db.execute(
    sql`update purchases set state = 'sending' where id = ${purchase.id} and state = 'queued'`,
  );
  await system.db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
    select 1, id, 'test', now() - interval '25 hours', now(), 'unconfirmed', cost
    from purchases
    where id = ${purchase.id} and state = 'sending'`);
  await system.db.execute(
    sql`update purchases set state = 'unconfirmed' where id = ${purchase.id} and state = 'sending'`,
  );
  await advanceUnconfirmed(via(world, system));
  purchase.state = "advanced";
  move(world, purchase.agent, purchase.price);
}

/** Lets the agent repay an advance of a purchase that was delivered, or keep it. */
export async function answer(world: World, purchase: Bought | undefined, repays: boolean): Promise<void> {
  if (purchase?.state !== "awaiting") return;
  const ctx = via(world, await readAgent(world.at.system, purchase.agent));
  await onceMore(world, (repays ? repayAdvance : keepAdvance)(ctx, { ident: purchase.ident }));
  purchase.state = repays ? "repaid" : "kept";
  if (!repays) return;
  move(world, purchase.agent, -purchase.price);
  pay(world, purchase, 1n);
}

export async function reverse(world: World, purchase: Bought | undefined): Promise<void> {
  if (purchase?.state !== "delivered" && purchase?.state !== "repaid") return;
  const { ident } = purchase;
  await onceMore(world, reverseDeliveredPurchase(via(world, world.admin), { ident, reason: "as agreed" }));
  purchase.state = "reversed";
  world.sales -= purchase.price;
  move(world, purchase.agent, purchase.price);
  pay(world, purchase, -1n);
}

/** Takes a conflict of a second try as the success of the first, which was cut. */
export async function onceMore({ again }: World, work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!again || error.code !== "conflict") throw error;
  });
}
