import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startBatch } from "#lib/batch/batch";
import { batchRowList } from "#lib/batch/batch-row-list";
import { getBatch } from "#lib/batch/batch-view";
import type { Ctx } from "#lib/core/context";
import { formatDecimal } from "#lib/core/money/money";
import { getBalance } from "#lib/ledger/wallet";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { getBuyingHabits } from "./buying-habits.ts";
import { createRenewalBatch } from "./create-renewal-batch.ts";
import { countDue, dueList } from "./due-list.ts";
import { renewPurchase } from "./renew-purchase.ts";
import { insertBundle } from "./testing/insert-bundle.ts";

const at = await openScene();
const phone = (n: number) => `+234803${5_000_000 + n}`;
const { planId, networkId, price } = at.offered();

/** Creates a reseller with bundles that are due, for the numbers 1 to `count`. */
async function sceneWith(count: number) {
  const { id, ctx } = await at.reseller();
  const idents: string[] = [];
  for (let n = 1; n <= count; n++)
    idents.push(
      await insertBundle(at.system, {
        resellerId: id,
        phone: phone(n),
        planId,
        networkId,
        hoursAgo: 29 * 24,
      }),
    );
  return { id, ctx, idents, first: idents[0] ?? "" };
}

const bought = async (id: number) =>
  (
    await at.system.db.execute<{ phone: string; price: string; selling_price: string | null }>(sql`
    select phone, price, selling_price from purchases
    where reseller_id = ${id} and placed_at > now() - interval '1 hour'
    order by id`)
  ).map(({ phone, price, selling_price }) => [phone, BigInt(price), selling_price]);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
const text = String(price);

test("buys the same plan for the same number at the price that was seen, once per form", async () => {
  const { id, ctx, first } = await sceneWith(1);
  const form = { ref: createPurchaseRef(), ident: first, price: text };
  const both = await Promise.all([renewPurchase(ctx, form), renewPurchase(ctx, form)]);
  expect(both[0].ident).toBe(both[1].ident);
  expect((await renewPurchase(ctx, form)).ident).toBe(both[0].ident);
  expect(await bought(id)).toEqual([[phone(1), price, null]]);
  expect((await getBalance(ctx)).held).toBe(price);
  expect(await countDue(ctx, { most: 9 })).toBe(0);
});

test("buys nothing at a price that wasn't seen", async () => {
  const { id, ctx, first } = await sceneWith(1);
  const form = { ref: createPurchaseRef(), ident: first, price: String(price - 1n) };
  expect(await codeOf(renewPurchase(ctx, form))).toBe("price_changed");
  expect(await bought(id)).toEqual([]);
});

test("buys once for forms of two pages, also at the same time", async () => {
  const { id, ctx, first } = await sceneWith(1);
  const renew = () => renewPurchase(ctx, { ref: createPurchaseRef(), ident: first, price: text });
  const codes = await Promise.all([codeOf(renew()), codeOf(renew()), codeOf(renew())]);
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes.every((code) => ["done", "duplicate", "conflict"].includes(code))).toBe(true);
  expect(await codeOf(renew())).toBe("conflict");
  expect(await bought(id)).toHaveLength(1);
});

test("renews again after the renewal failed", async () => {
  const { id, ctx, first } = await sceneWith(1);
  const { ident } = await renewPurchase(ctx, { ref: createPurchaseRef(), ident: first, price: text });
  await runUnguarded(
    at.system.db,
    sql`update purchases set state = 'failed', settled_at = now(), settled_by = 'answer'
      where ident = ${ident}`,
  );
  await renewPurchase(ctx, { ref: createPurchaseRef(), ident: first, price: text });
  expect(await bought(id)).toHaveLength(2);
});

test("records the price of the list, unless it is a loss", async () => {
  const pricedScene = async (sellingPrice: bigint) => {
    const scene = await sceneWith(1);
    const { planId } = at.offered();
    await savePlanPrice(scene.ctx, { planId, pricing: "fixed", value: formatDecimal(sellingPrice) });
    return scene;
  };
  const gain = await pricedScene(price + 5_000n);
  await renewPurchase(gain.ctx, { ref: createPurchaseRef(), ident: gain.first, price: text });
  expect(await bought(gain.id)).toEqual([[phone(1), price, String(price + 5_000n)]]);
  const loss = await pricedScene(price - 100n);
  expect((await dueList.page(loss.ctx)).rows[0]).toMatchObject({ isLoss: true, sellingPrice: null });
  await renewPurchase(loss.ctx, { ref: createPurchaseRef(), ident: loss.first, price: text });
  expect(await bought(loss.id)).toEqual([[phone(1), price, null]]);
});

test("renews nothing of another reseller", async () => {
  const { ctx, first, id } = await sceneWith(1);
  const form = { ref: createPurchaseRef(), ident: first, price: text };
  for (const foreign of [(await at.reseller()).ctx, await at.admin(), at.system]) {
    expect(await codeOf(renewPurchase(foreign, form))).toBe("not_found");
    const batch = createRenewalBatch(foreign, { key: randomUUID(), ident: first });
    expect(["not_found", "conflict"]).toContain(await codeOf(batch));
    if (foreign.actor.kind !== "reseller")
      await expect(getBuyingHabits(foreign, { phone: phone(1) })).rejects.toMatchObject({
        code: "not_found",
      });
  }
  expect(await bought(id)).toEqual([]);
  expect(await countDue(ctx, { most: 9 })).toBe(1);
});

async function rowsOf(ctx: Ctx, id: number) {
  const { rows } = await batchRowList(id).page(ctx, {}, 1_000);
  return rows.map(({ phoneE164, price, problem }) => [phoneE164, price, problem]);
}

test("puts selected numbers, or all, into one draft at today's prices, which buys nothing yet", async () => {
  const { id, ctx, idents } = await sceneWith(4);
  const key = randomUUID();
  const [two, again] = await Promise.all(
    [1, 2].map(() => createRenewalBatch(ctx, { key, ident: idents.slice(0, 2) })),
  );
  expect(two).toBe(again);
  expect(await rowsOf(ctx, two ?? 0)).toEqual([
    [phone(1), price, null],
    [phone(2), price, null],
  ]);
  expect(await bought(id)).toEqual([]);
  const all = await createRenewalBatch(ctx, { key: randomUUID(), all: "yes" });
  expect(await rowsOf(ctx, all)).toHaveLength(4);
  const { version } = await getBatch(ctx, { id: all });
  await startBatch(ctx, { id: all, version });
  expect(await createRenewalBatch(ctx, { key, ident: idents.slice(0, 2) })).toBe(two);
});

test("rejects a batch of nothing, of numbers that aren't due and of too many", async () => {
  const { ctx, first } = await sceneWith(1);
  const make = (ident: string | string[]) => codeOf(createRenewalBatch(ctx, { key: randomUUID(), ident }));
  expect(await make([])).toBe("conflict");
  await renewPurchase(ctx, { ref: createPurchaseRef(), ident: first, price: text });
  expect(await make(first)).toBe("conflict");
  await expect(
    createRenewalBatch(ctx, { key: randomUUID(), ident: Array.from({ length: 101 }, () => first) }),
  ).rejects.toThrow("at most 100");
});

test("tells what a number usually gets, and when its bundle ends", async () => {
  const { id, ctx } = await sceneWith(1);
  const second = at.offered(1).planId;
  for (const hoursAgo of [26, 27, 28])
    await insertBundle(at.system, { resellerId: id, phone: phone(1), planId: second, hoursAgo });
  const { plans, endsAt } = await getBuyingHabits(ctx, { phone: phone(1) });
  expect(plans.map(({ planId, times }) => [planId, times])).toEqual([
    [second, 3],
    [planId, 1],
  ]);
  expect(Math.round((Number(endsAt) - Date.now()) / 3_600_000)).toBe(720 - 28);
  await insertBundle(at.system, {
    resellerId: id,
    phone: phone(1),
    planId,
    hoursAgo: 1,
    state: "unconfirmed",
  });
  expect((await getBuyingHabits(ctx, { phone: phone(1) })).endsAt).toBeNull();
  expect(await getBuyingHabits(ctx, { phone: phone(9) })).toEqual({ plans: [], endsAt: null });
});
