import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { getLastSellingPrices } from "./selling-price.ts";

const at = await openScene();

test("learns the last selling price of each plan, never from a sale at a loss", async () => {
  const { id, ctx } = await at.reseller();
  const sales = [
    { plan: 1, price: 1_000, sellingPrice: 1_200 },
    { plan: 1, price: 1_000, sellingPrice: 999 },
    { plan: 2, price: 1_000, sellingPrice: 1 },
    { plan: 3, price: 1_000, sellingPrice: 1_000 },
    { plan: 3, price: 900, sellingPrice: null },
  ];
  for (const [n, { plan, price, sellingPrice }] of sales.entries())
    await runUnguarded(
      at.system.db,
      sql`
      insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size,
        volume, validity, phone, price, cost, selling_price, wallet_before, wallet_after, state, deadline_at, settled_at, settled_by)
      values (${`DTSELLING_PRICE${n}`}, ${id}, ${`r${n}`}, 'web', 'affiliate', ${plan}, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        '+2348031234567', ${price}, 900, ${sellingPrice}, 0, 0, 'successful', now(), now(), 'answer')`,
    );
  expect(await getLastSellingPrices(ctx)).toEqual(
    new Map([
      [1, 1_200n],
      [3, 1_000n],
    ]),
  );
});
