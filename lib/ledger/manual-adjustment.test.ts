import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requireNoApproval } from "#lib/audit/approval-request";
import type { Ctx } from "#lib/core/context";
import { walletStatement } from "#lib/sales/wallet-statement";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { postClawBack, postCredit, postDebit } from "./adjust-wallet.ts";
import { checkLedger } from "./check-ledger.ts";
import { reverseEntry } from "./reverse-entry.ts";
import { getWallet } from "./wallet.ts";

const at = await openScene();
const ada = await at.admin();

const fresh = async (money = 100_000n) => {
  const reseller = await at.reseller("affiliate", money);
  return {
    ...reseller,
    lastAdjustmentId: async () => (await getWallet(ada, { resellerId: reseller.id })).lastAdjustmentId,
  };
};
const walletOfId = async (resellerId: number) => (await getWallet(ada, { resellerId })).wallet;

test("reports the first admin's adjustment to a second one using the same form", async () => {
  const { id, lastAdjustmentId } = await fresh();
  const form = { resellerId: id, amount: "50.00", lastAdjustmentId: await lastAdjustmentId() };
  const move = (ctx: Ctx) => postCredit(ctx, { ...form, reason: "transfer 771" });
  let second: Promise<unknown> | undefined;
  await at.system.db.transaction(async (tx) => {
    await move({ ...ada, db: tx });
    second = move(ada).catch((error: unknown) => error);
    await waitForLocks(at.system, 1);
  });
  expect(await second).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“transfer 771”"),
    facts: { changed: { action: "wallet.credited", after: { wallet: "105000" } } },
  });
  expect(await walletOfId(id)).toBe(105_000n);
});

test("moves money once for the form of one ref, also in parallel, and repeats the first result", async () => {
  const { id, lastAdjustmentId } = await fresh(10_000n);
  const form = {
    ref: randomUUID(),
    resellerId: id,
    amount: "25.00",
    reason: "transfer 880",
    lastAdjustmentId: await lastAdjustmentId(),
  };
  const results = await Promise.all(Array.from({ length: 5 }, () => postCredit(ada, form)));
  await postDebit(ada, { resellerId: id, amount: "1.00", reason: "fee" });
  const repeated = await postCredit(ada, form);
  expect(requireNoApproval(repeated)).toMatchObject({ balance: 12_500n });
  for (const result of results) expect(result).toEqual(repeated);
  expect(await walletOfId(id)).toBe(12_400n);
});

test("rejects the form of a used ref with other content, and says what it did", async () => {
  const { id } = await fresh(10_000n);
  const { id: otherId } = await fresh(10_000n);
  const form = { ref: randomUUID(), resellerId: id, amount: "25.00", reason: "transfer 880" };
  await postDebit(ada, form);
  const changed = [
    { ...form, amount: "26.00" },
    { ...form, reason: "transfer 881" },
    { ...form, resellerId: otherId },
  ];
  for (const input of changed)
    await expect(postDebit(ada, input)).rejects.toMatchObject({
      code: "ref_reused",
      message: expect.stringContaining("₦25"),
    });
  await expect(postCredit(ada, form)).rejects.toMatchObject({ code: "ref_reused" });
  expect([await walletOfId(id), await walletOfId(otherId)]).toEqual([7_500n, 10_000n]);
});

test("never debits more than the wallet has, with many debits at once", async () => {
  const { id } = await fresh(10_000n);
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => postDebit(ada, { resellerId: id, amount: "30.00", reason: "fee" })),
  );
  expect(all.filter((result) => result.status === "fulfilled")).toHaveLength(3);
  await expect(postDebit(ada, { resellerId: id, amount: "10.01", reason: "fee" })).rejects.toMatchObject({
    code: "insufficient_funds",
    facts: { missing: 1n },
  });
  expect(await walletOfId(id)).toBe(1_000n);
});

test("claws back below zero, and raises the floor with later credits", async () => {
  const { id } = await fresh(10_000n);
  const floor = async () => {
    const [row] = await at.system.db.execute<{ floor: string }>(
      `select floor from wallets where reseller_id = ${id}`,
    );
    return row?.floor;
  };
  await postClawBack(ada, { resellerId: id, amount: "250.00", reason: "the transfer bounced" });
  expect([await walletOfId(id), await floor()]).toEqual([-15_000n, "-15000"]);
  await postCredit(ada, { resellerId: id, amount: "100.00", reason: "paid a part" });
  expect([await walletOfId(id), await floor()]).toEqual([-5_000n, "-5000"]);
  await postCredit(ada, { resellerId: id, amount: "100.00", reason: "paid the rest" });
  expect([await walletOfId(id), await floor()]).toEqual([5_000n, "0"]);
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("reverses an entry once, also for concurrent requests", async () => {
  const { id } = await fresh(0n);
  const { journalId } = requireNoApproval(
    await postCredit(ada, { resellerId: id, amount: "70.00", reason: "for somebody else" }),
  );
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, () => reverseEntry(ada, { journalId, reason: "wrong wallet" })),
  );
  expect(all.filter((result) => result.status === "fulfilled")).toHaveLength(1);
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

test("does not reverse a spent credit, and suggests a clawback", async () => {
  const { id } = await fresh(0n);
  const { journalId } = requireNoApproval(
    await postCredit(ada, { resellerId: id, amount: "70.00", reason: "transfer" }),
  );
  await postDebit(ada, { resellerId: id, amount: "1.00", reason: "fee" });
  const rejected = reverseEntry(ada, { journalId, reason: "bounced" });
  await expect(rejected).rejects.toMatchObject({ code: "insufficient_funds" });
  await expect(rejected).rejects.toThrow(/clawback/);
  expect(await walletOfId(id)).toBe(6_900n);
});

test("credits a reversed clawback", async () => {
  const { id } = await fresh(1_000n);
  const { journalId } = requireNoApproval(
    await postClawBack(ada, { resellerId: id, amount: "30.00", reason: "bounced" }),
  );
  await reverseEntry(ada, { journalId, reason: "it did arrive" });
  expect(await walletOfId(id)).toBe(1_000n);
});

test("rejects reversing entries of purchases", async () => {
  await expect(reverseEntry(ada, { journalId: 999_999, reason: "no such" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("limits a reseller to their own statement, whichever reseller they name, and pages through it", async () => {
  const { id, ctx } = await fresh(10_000n);
  const otherReseller = await fresh(777n);
  for (let n = 0; n < 5; n++) await postDebit(ada, { resellerId: id, amount: "1.00", reason: `fee ${n}` });
  const first = await walletStatement(otherReseller.id).page(ctx, {}, 4);
  expect(first.rows.map(({ reason }) => reason)).toEqual(["fee 4", "fee 3", "fee 2", "fee 1"]);
  const second = await walletStatement().page(ctx, { after: Number(first.next) }, 4);
  expect(second.rows.map(({ balance }) => balance)).toEqual([9_900n, 10_000n]);
  expect((await walletStatement().page(ctx, { kind: "credit" })).rows).toHaveLength(1);
  expect((await walletStatement().page(ctx, { to: "2020-01-01" })).rows).toHaveLength(0);
  expect((await walletStatement().page(ctx, { from: "0000-01-01" })).rows).toHaveLength(6);
  const input = { resellerId: id, amount: "1.00", reason: "for me" };
  for (const verb of [postCredit, postDebit, postClawBack])
    await expect(verb(ctx, input)).rejects.toMatchObject({ code: "not_found" });
  await expect(reverseEntry(ctx, { journalId: 1, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
});
