import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { createPageFrameReader } from "#lib/home/page-frame";
import { modules } from "#lib/modules";
import { shopList } from "#lib/shop/shop-list";
import { createVisitor, openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { orderList } from "./list-orders.ts";
import { rejectOrder } from "./reject-order.ts";
import { reportPayment } from "./report-payment.ts";
import { searchOrders } from "./search-orders.ts";

const at = await openScene();

const getPageFrame = createPageFrameReader(modules);
const countToDo = async (ctx: Ctx) => (await getPageFrame(ctx)).ordersToDo.count;

test("counts the orders to do of the reseller's own shop, paid ones too, wherever it does", async () => {
  const [mine, theirs] = [await at.reseller(), await at.reseller()];
  await openTestShop(mine.ctx, "my-shop");
  await openTestShop(theirs.ctx, "their-shop");
  expect(await countToDo(mine.ctx)).toBe(0);
  const code = await placeTestOrder(at.system, "my-shop");
  await placeTestOrder(at.system, "my-shop");
  await placeTestOrder(at.system, "their-shop");
  expect(await countToDo(mine.ctx)).toBe(2);
  await reportPayment(createVisitor(at.system), { slug: "my-shop", code });
  const { price } = (await orderList.page(mine.ctx, { paid: "sent" })).rows[0] ?? {};
  const toDo = { count: 2, sent: 1, sentTotal: price };
  expect(await getPageFrame(mine.ctx)).toMatchObject({ ordersToDo: toDo });
  await rejectOrder(mine.ctx, { code, reason: "closed today" });
  expect(await getPageFrame(mine.ctx)).toMatchObject({ ordersToDo: { count: 1, sent: 0, sentTotal: 0n } });
  expect(await countToDo(mine.ctx)).toBe(1);
  const count = async () => [await countToDo(mine.ctx), (await orderList.page(mine.ctx, {})).rows.length];
  const pay = sql`update orders set payment = 'received', paid_at = now() where reseller_id = ${mine.id} and payment = 'awaiting'`;
  await at.system.db.execute(pay);
  expect(await count()).toEqual([1, 1]);
  await expect(countToDo(createVisitor(at.system))).rejects.toMatchObject({ code: "unauthenticated" });
});

test("finds an order by the customer's name without its marks, and by its reference as it is misread", async () => {
  const { ctx } = await at.reseller();
  await openTestShop(ctx, "search");
  const code = await placeTestOrder(at.system, "search", { name: "Ṣọlá Ɗanƙasa" });
  await placeTestOrder(at.system, "search", { name: "Musa" });
  await runUnguarded(at.system.db, sql`update orders set reference = 'k0f1qd' where code = ${code}`);
  for (const q of ["sola dan", "KOF-lQD"]) {
    const { rows } = await orderList.page(ctx, { show: "all", q });
    expect(
      rows.map((row) => row.code),
      q,
    ).toEqual([code]);
  }
  expect(await searchOrders(ctx, "kofiqd")).toMatchObject([{ note: expect.stringContaining("Shop") }]);
});

test("lists each shop once on an admin's pages, newest first, while new ones open", async () => {
  const admin = await at.admin();
  const open = async (slug: string) =>
    openTestShop((await at.reseller("affiliate", 0n)).ctx, slug, "10", `Many ${slug}`);
  for (const slug of ["many-1", "many-2", "many-3", "many-4", "many-5"]) await open(slug);
  const page = async (cursor: object) => {
    const { rows, next, previous } = await shopList.page(admin, { q: "many", ...cursor }, 3);
    return { slugs: rows.map(({ slug }) => slug), next, previous };
  };
  const first = await page({});
  expect(first.slugs).toEqual(["many-5", "many-4", "many-3"]);
  await open("many-6");
  const second = await page({ after: first.next });
  expect(second).toMatchObject({ slugs: ["many-2", "many-1"], next: null });
  expect((await page({ before: second.previous })).slugs).toEqual(first.slugs);
});
