import { globSync } from "node:fs";
import { sql } from "drizzle-orm";
import { address } from "./address.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import type { System } from "./harness.ts";
import { begunPayment } from "./payments.ts";
import { customerOrder, setUpShop } from "./shop.ts";
import { aCustomer, aDraft, aPlan, aSchedule, buyNow, freshPhone, shopper } from "./shopping.ts";

/** The other tests look at the desk on a desktop and at all else on a phone; this one looks the other way round, in dark. */
test("every page fits the size of screen that it is seen less on, and is accessible there", async ({
  page,
  people,
  signIn,
  stage,
  allow,
}, info) => {
  allow(/404/);
  const desk = info.project.name === "phone";
  const files = globSync("app/**/page.tsx").filter((file) => file.startsWith("app/admin/") === desk);
  expect(files.length).toBeGreaterThan(20);
  const owner = await people.reseller();
  const shop = await setUpShop(stage, owner);
  const { code } = await customerOrder(stage, shop);
  const ctx = shopper(stage, owner);
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await signIn(desk ? await people.admin() : owner);
  const reference = await begunPayment(stage, owner);
  const run = String(await aDraft(ctx, plan));
  const places = {
    ident,
    code,
    reference,
    run,
    day: await aClosedDay(stage),
    slug: shop.slug,
    id: String(owner.id),
    plan: String(plan.id),
    ...(await aCustomer(ctx)),
    ...(await aSchedule(ctx, plan)),
  };
  for (const file of files) {
    await test.step(address(file, places), async () => {
      await page.goto(address(file, places));
      await expect(page.getByRole("heading").first()).toBeVisible();
      const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(needed, "no wider than the screen").toBeLessThanOrEqual(there ?? 0);
      await expectAccessible(page, ["dark"]);
    });
  }
});

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
