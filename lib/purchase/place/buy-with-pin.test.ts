import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPin } from "#lib/account/pin/set-pin";
import { createToken } from "#lib/account/token/create-token";
import type { Ctx } from "#lib/core/context";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { buyWithPin } from "./buy-with-pin.ts";
import { placePurchase } from "./place-purchase.ts";

const at = await openScene();

const createOrder = () => ({ ref: randomUUID(), phone: "08031234567", again: true, ...at.offered() });
const countPurchases = async (id: number) =>
  (await at.system.db.execute(sql`select from purchases where reseller_id = ${id}`)).length;

test("requires the PIN for a purchase in the browser, and moves nothing after a wrong one", async () => {
  const { id, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const before = await fingerprintDatabase(at.system, ["public.transaction_pins"]);
  for (const pin of [undefined, "", "4712"])
    await expect(buyWithPin(ctx, { ...createOrder(), pin })).rejects.toMatchObject({
      code: "invalid",
      fields: { pin: [expect.any(String)] },
    });
  expect(await fingerprintDatabase(at.system, ["public.transaction_pins"])).toBe(before);
  await buyWithPin(ctx, { ...createOrder(), pin: "4711" });
  expect(await countPurchases(id)).toBe(1);
});

test("returns the placed purchase to a form sent again, whichever PIN it has, and counts no wrong one", async () => {
  const { id, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const order = createOrder();
  const { purchase } = await buyWithPin(ctx, { ...order, pin: "4711" });
  for (const pin of ["4712", "", undefined, "4713", "4714"])
    expect(await buyWithPin(ctx, { ...order, pin })).toMatchObject({
      purchase: { ident: purchase.ident },
      replayed: true,
    });
  await expect(buyWithPin(ctx, { ...order, phone: "08031234568", pin: "4711" })).rejects.toMatchObject({
    code: "ref_reused",
  });
  const otherReseller = await at.reseller();
  await setPin(otherReseller.ctx, { pin: "4711" });
  await expect(buyWithPin(otherReseller.ctx, { ...order, pin: "4712" })).rejects.toMatchObject({
    fields: { pin: [expect.any(String)] },
  });
  expect([await countPurchases(id), await countPurchases(otherReseller.id)]).toEqual([1, 0]);
});

test("chooses a message once the PIN is right, and none for a form sent again", async () => {
  const { ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const order = createOrder();
  let chosen = 0;
  const chooseMessage = async () => {
    chosen += 1;
    return "sms" as const;
  };
  await expect(buyWithPin(ctx, { ...order, pin: "4712", chooseMessage })).rejects.toThrow();
  expect(chosen).toBe(0);
  const { purchase } = await buyWithPin(ctx, { ...order, pin: "4711", chooseMessage });
  await buyWithPin(ctx, { ...order, pin: "4711", chooseMessage });
  expect(chosen).toBe(1);
  const [row] = await at.system.db.execute(sql`select message_by from purchases where id = ${purchase.id}`);
  expect(row).toEqual({ message_by: "sms" });
});

test("rejects even the right PIN while it is locked", async () => {
  const { id, ctx } = await at.reseller();
  await setPin(ctx, { pin: "4711" });
  const all = await Promise.allSettled(
    ["9001", "9002", "9003", "9004"].map((pin) => buyWithPin(ctx, { ...createOrder(), pin })),
  );
  expect(all.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  await expect(buyWithPin(ctx, { ...createOrder(), pin: "4711" })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await countPurchases(id)).toBe(0);
});

test("doesn't require the PIN for a purchase by API token", async () => {
  const { id, ctx } = await at.reseller("api");
  await setPin(ctx, { pin: "4711" });
  const { id: tokenId } = await createToken(at.system, { resellerId: id, name: "Shop" });
  const actor = { kind: "token", id, email: "", level: "api", tokenId, test: false } as const;
  const program: Ctx = { ...ctx, actor };
  await placePurchase(program, { ...createOrder(), ...at.offered(0, "api"), channel: "api" });
  expect(await countPurchases(id)).toBe(1);
  await expect(buyWithPin(program, createOrder())).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["wallets", sql`select from wallets where reseller_id = `],
  ["transaction_pins", sql`select from transaction_pins where reseller_id = `],
])("takes one connection for a reseller's forms that wait for a row of %s", async (_table, select) => {
  const [{ id, ctx }, neighbour] = [await at.reseller(), await at.reseller()];
  for (const buyer of [ctx, neighbour.ctx]) await setPin(buyer, { pin: "4711" });
  const letGo = await holdTransaction(at.system.db, sql`${select}${id} for update`);
  const flood = Array.from({ length: 6 }, () => buyWithPin(ctx, { ...createOrder(), pin: "4711" }));
  await waitForLocks(at.system, 1);
  // Served after all of them were sent: by then each would wait with a connection.
  await buyWithPin(neighbour.ctx, { ...createOrder(), pin: "4711" });
  expect(await waitForLocks(at.system, 1)).toHaveLength(1);
  await letGo();
  await Promise.all(flood);
  expect(await countPurchases(id)).toBe(6);
});
