import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { walletStatement } from "#lib/sales/wallet-statement";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { addHelper } from "./testing/add-helper.ts";
import { getTill } from "./till-report.ts";

const at = await openScene();
const plan = at.offered();
const { price } = plan;
const owner = await at.reseller();
const [bisi, chidi] = [await addHelper(owner.ctx), await addHelper(owner.ctx)];
let phones = 0;

async function sell(ctx: Ctx, sellingPrice?: bigint, channel: "web" | "shop" = "web") {
  const phone = `0803${String(1_000_000 + phones++)}`;
  const input = { ...plan, ref: randomUUID(), phone, channel, again: true, sellingPrice };
  return (await placePurchase(ctx, input)).purchase.ident;
}

test("adds up the selling prices of each person on a day, without refunds and, for the reseller, what isn't delivered", async () => {
  const first = await sell(owner.ctx, price + 500n);
  await sell(bisi.ctx, price, "shop");
  const sold = await sell(bisi.ctx, price + 700n);
  await sell(bisi.ctx);
  await cancelPurchase(owner.ctx, { ident: await sell(chidi.ctx, price) });
  const old = await sell(chidi.ctx, price + 900n);
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '3 days' where ident = ${old}`,
  );
  const day = dayOf(new Date());
  const before = Temporal.PlainDate.from(day).subtract({ days: 3 }).toString();
  const person = { name: expect.any(String), channel: null, online: 0n };
  const ofBisi = { ...person, helperId: bisi.id, sales: 2, cash: price + 700n, unpriced: 1 };
  const ofChidi = { ...person, helperId: chidi.id, sales: 1, cash: price + 900n, unpriced: 0 };
  expect(await getTill(owner.ctx, { day })).toEqual([]);
  expect(await getTill(bisi.ctx, { day })).toEqual([ofBisi]);
  expect(await getTill(bisi.ctx, { day: before })).toEqual([]);
  await runUnguarded(
    at.system.db,
    sql`
      update purchases set state = 'successful', settled_at = now(), settled_by = 'answer'
      where ident in ${[first, sold, old]}`,
  );
  const ofOwner = { ...person, helperId: null, sales: 1, cash: price + 500n, unpriced: 0 };
  const delivered = { ...ofBisi, sales: 1, unpriced: 0 };
  expect(await getTill(owner.ctx, { day })).toEqual([ofOwner, delivered]);
  expect(await getTill(owner.ctx, { day: before })).toEqual([ofChidi]);
  expect(await getTill((await at.reseller()).ctx, { day })).toEqual([]);

  const names = (await ownPurchaseList.page(owner.ctx, {})).rows.map(({ ident, soldBy }) => [ident, soldBy]);
  expect(Object.fromEntries(names)).toMatchObject({
    [first]: null,
    [sold]: expect.stringContaining("Helper"),
  });
  await expect(getPurchase(owner.ctx, { ident: sold })).resolves.toMatchObject({
    soldBy: expect.stringContaining("Helper"),
  });
  expect((await Array.fromAsync(ownPurchaseList.csv(owner.ctx))).join("")).toContain("sold by");
  const lines = (await walletStatement().page(owner.ctx, { kind: "hold" })).rows.map(
    ({ purchase }) => purchase,
  );
  const soldBy = Object.fromEntries(lines.map((purchase) => [purchase?.ident, purchase?.soldBy]));
  expect(soldBy).toMatchObject({ [first]: null, [sold]: names.find(([ident]) => ident === sold)?.[1] });
  const file = (await Array.fromAsync(walletStatement().csv(owner.ctx, { kind: "hold" }))).join("");
  expect(file).toContain(`"${soldBy[sold]}"`);
});
