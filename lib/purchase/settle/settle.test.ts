import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { expire } from "../send/recover.ts";
import { cancel } from "./cancel.ts";
import { settle } from "./settle.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

async function queued() {
  const reseller = await at.reseller("affiliate", 1_000_000n);
  const input = { ref: "r", phone: "08031234567", channel: "web" as const, again: false, ...at.offered() };
  const { purchase } = await place(reseller.ctx, input);
  const [row] = await at.system.db.execute<{ id: string }>(
    sql`select id from purchases where ident = ${purchase.ident}`,
  );
  return { ...reseller, purchase, purchaseId: Number(row?.id) };
}

async function balances(id: number) {
  const [row] = await at.system.db.execute(
    sql`select wallet::text, held::text, sales::text, spent::text from wallets where reseller_id = ${id}`,
  );
  return row;
}

test("twenty settles at once move the money once", async () => {
  const { id, purchase, purchaseId } = await queued();
  const one = { purchaseId, from: ["queued"] as const, to: "failed" as const, by: "answer", outcome: null };
  const results = await Promise.all(Array.from({ length: 20 }, () => settle(at.system, one)));
  expect(results.filter(Boolean)).toEqual(["queued"]);
  expect(await balances(id)).toEqual({ wallet: "1000000", held: "0", sales: "0", spent: "0" });
  expect(purchase.price).toBeGreaterThan(0n);
});

test("a settled purchase cannot be settled otherwise", async () => {
  const { id, purchase, purchaseId } = await queued();
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchaseId}`);
  const from = ["sending", "unconfirmed"] as const;
  await settle(at.system, { purchaseId, from, to: "successful", by: "answer", outcome: null });
  expect(
    await settle(at.system, { purchaseId, from, to: "failed", by: "answer", outcome: null }),
  ).toBeUndefined();
  const left = String(1_000_000n - purchase.price);
  expect(await balances(id)).toMatchObject({ wallet: left, held: "0", sales: String(purchase.price) });
});

test("the database itself refuses a way back from a final state", async () => {
  const { purchaseId } = await queued();
  const { db } = at.system;
  await settle(at.system, { purchaseId, from: ["queued"], to: "failed", by: "answer", outcome: null });
  await expect(
    db.execute(sql`update purchases set state = 'queued', settled_at = null where id = ${purchaseId}`),
  ).rejects.toThrow();
  await expect(db.execute(sql`update purchases set price = 1 where id = ${purchaseId}`)).rejects.toThrow();
  await expect(db.execute(sql`delete from purchases where id = ${purchaseId}`)).rejects.toThrow();
});

test("the database refuses journals that do not balance, and any rewriting of history", async () => {
  const { id } = await queued();
  const { db } = at.system;
  const lopsided = sql`with j as (insert into journals (reseller_id, kind, actor) values (${id}, 'credit', 'test') returning id)
    insert into entries (journal_id, reseller_id, account, amount, balance) select id, ${id}, 'wallet', 5, 5 from j`;
  await expect(db.execute(lopsided)).rejects.toMatchObject({
    cause: { constraint_name: "journals_balanced" },
  });
  await expect(db.execute(sql`update entries set amount = amount + 1`)).rejects.toThrow();
  await expect(db.execute(sql`delete from journals`)).rejects.toThrow();
  await expect(db.execute(sql`truncate audit`)).rejects.toThrow();
  await expect(
    db.execute(sql`update wallets set wallet = wallet + 1 where reseller_id = ${id}`),
  ).rejects.toThrow();
  await expect(
    db.execute(sql`update wallets set wallet = -1, funding = funding + wallet + 1 where reseller_id = ${id}`),
  ).rejects.toThrow();
});

test("a buyer cancels what still waits, once, and gets the money back", async () => {
  const { id, ctx, purchase } = await queued();
  await cancel(ctx, { ident: purchase.ident });
  expect(await get(ctx, { ident: purchase.ident })).toMatchObject({ state: "failed", cancelled: true });
  await expect(cancel(ctx, { ident: purchase.ident })).rejects.toMatchObject({ code: "conflict" });
  expect(await balances(id)).toMatchObject({ wallet: "1000000", held: "0" });
});

test("another reseller cannot cancel it, and a sent one cannot be cancelled", async () => {
  const { ctx, purchase, purchaseId } = await queued();
  const other = await at.reseller();
  await expect(cancel(other.ctx, { ident: purchase.ident })).rejects.toMatchObject({ code: "not_found" });
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchaseId}`);
  await expect(cancel(ctx, { ident: purchase.ident })).rejects.toMatchObject({ code: "conflict" });
});

test("what still waits at its deadline is cancelled with the money back", async () => {
  const { id, ctx, purchase, purchaseId } = await queued();
  await at.system.db.execute(sql`update purchases set deadline_at = now() where id = ${purchaseId}`);
  await expire(at.system);
  expect(await get(ctx, { ident: purchase.ident })).toMatchObject({ state: "failed", cancelled: true });
  expect(await balances(id)).toMatchObject({ wallet: "1000000", held: "0" });
});
