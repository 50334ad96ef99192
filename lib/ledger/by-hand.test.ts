import { afterAll, beforeAll, expect, test } from "vitest";
import { unlessWaiting } from "#lib/audit/second-admin";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { walletStatement } from "#lib/purchase/statement";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { clawBack, credit, debit } from "./adjust.ts";
import { checkLedger } from "./check.ts";
import { reverseEntry } from "./reverse-entry.ts";
import { getWallet } from "./wallet.ts";

let at: Scene;
let ada: Ctx;
beforeAll(async () => {
  at = await scene();
  ada = {
    ...at.system,
    actor: { kind: "admin", id: 9001, email: "ada@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
});
afterAll(() => at.close());

const fresh = async (money = 100_000n) => {
  const reseller = await at.reseller("affiliate", money);
  return { ...reseller, seen: async () => (await getWallet(ada, { resellerId: reseller.id })).seen };
};
const walletOfId = async (resellerId: number) => (await getWallet(ada, { resellerId })).wallet;

test("of two admins who move money from the same form, the second is told what the first did", async () => {
  const { id, seen } = await fresh();
  const form = { resellerId: id, amount: "50.00", seen: await seen() };
  const move = (ctx: Ctx) => credit(ctx, { ...form, reason: "transfer 771" });
  let second: Promise<unknown> | undefined;
  await at.system.db.transaction(async (tx) => {
    await move({ ...ada, db: tx });
    second = move(ada).catch((error: unknown) => error);
    await lockWaits(at.system, 1);
  });
  expect(await second).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“transfer 771”"),
    facts: { changed: { action: "wallet.credited", after: { wallet: "105000" } } },
  });
  expect(await walletOfId(id)).toBe(105_000n);
});

test("a debit takes what is there and never more, also when many come at once", async () => {
  const { id } = await fresh(10_000n);
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => debit(ada, { resellerId: id, amount: "30.00", reason: "fee" })),
  );
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(3);
  await expect(debit(ada, { resellerId: id, amount: "10.01", reason: "fee" })).rejects.toMatchObject({
    code: "insufficient_funds",
    facts: { missing: 1n },
  });
  expect(await walletOfId(id)).toBe(1_000n);
});

test("a claw-back goes below zero, and money that comes in raises the floor again", async () => {
  const { id } = await fresh(10_000n);
  const floor = async () => {
    const [row] = await at.system.db.execute<{ floor: string }>(
      `select floor from wallets where reseller_id = ${id}`,
    );
    return row?.floor;
  };
  await clawBack(ada, { resellerId: id, amount: "250.00", reason: "the transfer bounced" });
  expect([await walletOfId(id), await floor()]).toEqual([-15_000n, "-15000"]);
  await credit(ada, { resellerId: id, amount: "100.00", reason: "paid a part" });
  expect([await walletOfId(id), await floor()]).toEqual([-5_000n, "-5000"]);
  await credit(ada, { resellerId: id, amount: "100.00", reason: "paid the rest" });
  expect([await walletOfId(id), await floor()]).toEqual([5_000n, "0"]);
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("an entry is reversed once, however many ask at the same moment", async () => {
  const { id } = await fresh(0n);
  const { journalId } = unlessWaiting(
    await credit(ada, { resellerId: id, amount: "70.00", reason: "for somebody else" }),
  );
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, () => reverseEntry(ada, { journalId, reason: "wrong wallet" })),
  );
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  expect(await walletOfId(id)).toBe(0n);
  await expect(reverseEntry(ada, { journalId, reason: "again" })).rejects.toMatchObject({ code: "conflict" });
  const { rows } = await walletStatement(id).page(ada);
  expect(rows.map(({ kind, amount, balance }) => ({ kind, amount, balance }))).toEqual([
    { kind: "correction", amount: -7_000n, balance: 0n },
    { kind: "credit", amount: 7_000n, balance: 7_000n },
  ]);
  expect(rows[0]?.reversesId).toBe(journalId);
  expect(rows[1]?.reversedById).toBe(rows[0]?.journalId);
});

test("a credit that was spent meanwhile is not reversed, and the refusal names the claw-back", async () => {
  const { id } = await fresh(0n);
  const { journalId } = unlessWaiting(
    await credit(ada, { resellerId: id, amount: "70.00", reason: "transfer" }),
  );
  await debit(ada, { resellerId: id, amount: "1.00", reason: "fee" });
  const refused = reverseEntry(ada, { journalId, reason: "bounced" });
  await expect(refused).rejects.toMatchObject({ code: "insufficient_funds" });
  await expect(refused).rejects.toThrow(/claw-back/);
  expect(await walletOfId(id)).toBe(6_900n);
});

test("a reversed claw-back gives the money back", async () => {
  const { id } = await fresh(1_000n);
  const { journalId } = unlessWaiting(
    await clawBack(ada, { resellerId: id, amount: "30.00", reason: "bounced" }),
  );
  await reverseEntry(ada, { journalId, reason: "it did arrive" });
  expect(await walletOfId(id)).toBe(1_000n);
});

test("what moves purchases cannot be reversed as an entry", async () => {
  await expect(reverseEntry(ada, { journalId: 999_999, reason: "no such" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a reseller reads their own statement whoever they name, moves nothing, and pages through it", async () => {
  const { id, ctx } = await fresh(10_000n);
  const other = await fresh(777n);
  for (let n = 0; n < 5; n++) await debit(ada, { resellerId: id, amount: "1.00", reason: `fee ${n}` });
  const first = await walletStatement(other.id).page(ctx, {}, 4);
  expect(first.rows.map(({ reason }) => reason)).toEqual(["fee 4", "fee 3", "fee 2", "fee 1"]);
  const second = await walletStatement().page(ctx, { after: Number(first.next) }, 4);
  expect(second.rows.map(({ balance }) => balance)).toEqual([9_900n, 10_000n]);
  expect((await walletStatement().page(ctx, { kind: "credit" })).rows).toHaveLength(1);
  expect((await walletStatement().page(ctx, { to: "2020-01-01" })).rows).toHaveLength(0);
  expect((await walletStatement().page(ctx, { from: "0000-01-01" })).rows).toHaveLength(6);
  const input = { resellerId: id, amount: "1.00", reason: "for me" };
  for (const verb of [credit, debit, clawBack])
    await expect(verb(ctx, input)).rejects.toMatchObject({ code: "not_found" });
  await expect(reverseEntry(ctx, { journalId: 1, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
