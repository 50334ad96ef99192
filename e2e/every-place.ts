import { sql } from "drizzle-orm";
import { openCase } from "#lib/purchase/case/open-case";
import { whenSettled } from "#lib/purchase/read/watch";
import { PATIENCE_MS } from "#lib/testing/patience";
import type { System } from "./harness.ts";
import { begunPayment } from "./payments.ts";
import type { TestPerson } from "./people.ts";
import { deliveredOrder, setUpShop } from "./shop.ts";
import { aCustomer, aDraft, aPlan, aSchedule, buyNow, freshPhone, shopper } from "./shopping.ts";

/** Makes one of each thing that has a page, the owner's, and says what stands in its page's address. */
export async function everyPlace(stage: System, owner: TestPerson): Promise<Record<string, string>> {
  const shop = await setUpShop(stage, owner);
  const { code } = await deliveredOrder(stage, shop);
  const ctx = shopper(stage, owner);
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await whenSettled(ctx, ident, PATIENCE_MS);
  await openCase(ctx, { ident, seen: "nothing" });
  return {
    ident,
    code,
    reference: await begunPayment(stage, owner),
    run: String(await aDraft(ctx, plan)),
    day: await aClosedDay(stage),
    slug: shop.slug,
    id: String(owner.id),
    plan: String(plan.id),
    ...(await aCustomer(ctx)),
    ...(await aSchedule(ctx, plan)),
  };
}

/** The books of a day long ago, as its close would keep them. */
async function aClosedDay({ database }: Pick<System, "database">): Promise<string> {
  const day = "2026-01-02";
  await database.systemCtx.db.execute(sql`
    insert into daily_closes (day, time_zone, delivered, failed, reversed, sales, cost, wallets_before, wallets_after,
      held_before, held_after, kinds, networks, suspense, difference, proved, findings)
    values (${day}, 'Africa/Lagos', 2, 1, 0, 90000, 80000, 500000, 410000, 0, 0,
      '[{"kind": "hold", "count": "2", "wallets": "-90000", "held": "0"}]',
      '[{"network": "MTN", "delivered": "2", "sales": "90000", "cost": "80000"}]', 0, 7, true, '{1 wallets below their floor}')
    on conflict do nothing`);
  return day;
}
