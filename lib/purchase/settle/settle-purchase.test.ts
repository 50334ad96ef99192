import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { expireQueuedPurchases } from "#lib/dispatch/expire-queued-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { openScene } from "#lib/testing/open-scene";
import { cancelPurchase } from "./cancel-purchase.ts";
import { settlePurchase } from "./settle-purchase.ts";

const at = await openScene();

async function placeQueued() {
  const reseller = await at.reseller("affiliate", 1_000_000n);
  const input = { ref: "r", phone: "08031234567", channel: "web" as const, again: false, ...at.offered() };
  const { purchase } = await placePurchase(reseller.ctx, input);
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`select id from purchases where ident = ${purchase.ident}`,
  );
  return { ...reseller, purchase, purchaseId: Number(row?.id) };
}

async function readBalances(id: number) {
  const [row] = await at.system.db.execute(
    sql`select wallet::text, held::text, sales::text, spent::text from wallets where reseller_id = ${id}`,
  );
  return row;
}

test("moves the money once when a purchase is settled twenty times at once", async () => {
  const { id, purchase, purchaseId } = await placeQueued();
  const settlement = {
    purchaseId,
    from: ["queued"] as const,
    to: "failed" as const,
    by: "answer",
    outcome: null,
  };
  const results = await Promise.all(Array.from({ length: 20 }, () => settlePurchase(at.system, settlement)));
  expect(results.filter(Boolean)).toEqual(["queued"]);
  expect(await readBalances(id)).toEqual({ wallet: "1000000", held: "0", sales: "0", spent: "0" });
  expect(purchase.price).toBeGreaterThan(0n);
});

test("keeps the result of a settled purchase", async () => {
  const { id, purchase, purchaseId } = await placeQueued();
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchaseId}`);
  const from = ["sending", "unconfirmed"] as const;
  await settlePurchase(at.system, { purchaseId, from, to: "successful", by: "answer", outcome: null });
  expect(
    await settlePurchase(at.system, { purchaseId, from, to: "failed", by: "answer", outcome: null }),
  ).toBeUndefined();
  const left = String(1_000_000n - purchase.price);
  expect(await readBalances(id)).toMatchObject({ wallet: left, held: "0", sales: String(purchase.price) });
});

test("rejects in the database any change of a final state", async () => {
  const { purchaseId } = await placeQueued();
  const { db } = at.system;
  await settlePurchase(at.system, {
    purchaseId,
    from: ["queued"],
    to: "failed",
    by: "answer",
    outcome: null,
  });
  await expect(
    db.execute(sql`update purchases set state = 'queued', settled_at = null where id = ${purchaseId}`),
  ).rejects.toThrow();
  await expect(db.execute(sql`update purchases set price = 1 where id = ${purchaseId}`)).rejects.toThrow();
  await expect(db.execute(sql`delete from purchases where id = ${purchaseId}`)).rejects.toThrow();
});

test("rejects in the database journals that don't balance and changes of history", async () => {
  const { id } = await placeQueued();
  const { db } = at.system;
  const lopsided = sql`with j as (insert into journals (reseller_id, kind, actor) values (${id}, 'credit', 'test') returning id)
    insert into entries (journal_id, reseller_id, account, amount, balance) select id, ${id}, 'wallet', 5, 5 from j`;
  await expect(db.execute(lopsided)).rejects.toMatchObject({
    cause: { constraint_name: "journals_balanced" },
  });
  await expect(db.execute(sql`update entries set amount = amount + 1`)).rejects.toThrow();
  await expect(db.execute(sql`delete from journals`)).rejects.toThrow();
  await expect(db.execute(sql`truncate audit`)).rejects.toThrow();
  const twice = sql`insert into journals (reseller_id, kind, purchase_id, actor)
    select reseller_id, kind, purchase_id, 'test' from journals where purchase_id is not null limit 1`;
  await expect(db.execute(twice)).rejects.toMatchObject({
    cause: { constraint_name: "journals_purchase" },
  });
  await db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, cost)
    select 1, id, 'test', cost from purchases where reseller_id = ${id}`);
  await expect(db.execute(sql`update attempts set result = 'perhaps'`)).rejects.toMatchObject({
    cause: { constraint_name: "attempts_result" },
  });
  await expect(db.execute(sql`delete from attempts`)).rejects.toMatchObject({
    cause: { message: "attempts is append-only" },
  });
  await expect(
    db.execute(sql`update wallets set wallet = wallet + 1 where reseller_id = ${id}`),
  ).rejects.toThrow();
  await expect(
    db.execute(sql`update wallets set wallet = -1, funding = funding + wallet + 1 where reseller_id = ${id}`),
  ).rejects.toThrow();
});

test("cancels and refunds a queued purchase once", async () => {
  const { id, ctx, purchase } = await placeQueued();
  await cancelPurchase(ctx, { ident: purchase.ident });
  expect(await getPurchase(ctx, { ident: purchase.ident })).toMatchObject({
    state: "failed",
    cancelled: true,
  });
  await expect(cancelPurchase(ctx, { ident: purchase.ident })).rejects.toMatchObject({ code: "conflict" });
  expect(await readBalances(id)).toMatchObject({ wallet: "1000000", held: "0" });
});

test("rejects a cancellation by another reseller, or of a sent purchase", async () => {
  const { ctx, purchase, purchaseId } = await placeQueued();
  const stranger = await at.reseller();
  await expect(cancelPurchase(stranger.ctx, { ident: purchase.ident })).rejects.toMatchObject({
    code: "not_found",
  });
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchaseId}`);
  await expect(cancelPurchase(ctx, { ident: purchase.ident })).rejects.toMatchObject({ code: "conflict" });
});

test("cancels and refunds a queued purchase at its deadline", async () => {
  const { id, ctx, purchase, purchaseId } = await placeQueued();
  await at.system.db.execute(sql`update purchases set deadline_at = now() where id = ${purchaseId}`);
  await expireQueuedPurchases(at.system);
  expect(await getPurchase(ctx, { ident: purchase.ident })).toMatchObject({
    state: "failed",
    cancelled: true,
  });
  expect(await readBalances(id)).toMatchObject({ wallet: "1000000", held: "0" });
});
