import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "#db/client";
import { listen } from "#db/listen";
import { approvalSettings } from "#lib/audit/approval-settings";
import { getAuditHistory } from "#lib/audit/audit-history";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { recordResponse } from "#lib/dispatch/record-response";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { lockWallets, settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { approveRequest } from "#lib/testing/approve-request";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import type { FaultOrder } from "#sandbox/presets";
import { acknowledgeDiscrepancies } from "./admin/acknowledge-discrepancies.ts";
import { countUnconfirmed } from "./admin/count-unconfirmed.ts";
import { discrepancyList } from "./admin/discrepancy-list.ts";
import { recordUpstreamDeposit } from "./admin/record-upstream-deposit.ts";
import { rejectRequest } from "./admin/reject-request.ts";
import { resolveUnconfirmed, settleManually } from "./admin/resolve-unconfirmed.ts";
import { hasOpenGap, unconfirmedList } from "./admin/unconfirmed-list.ts";
import { getLastUpstreamAdjustmentId, upstreamDepositList } from "./admin/upstream-deposit-list.ts";
import { reconcilePurchases as runOnce } from "./reconcile.ts";
import { reconcileSettings } from "./reconcile-settings.ts";
import { getUpstreamBalance } from "./upstream-balance.ts";

const at = await openScene();
let refs = 0;
const USUAL = {
  automatic: true,
  lateSeconds: 10,
  refundSeconds: 360,
  graceSeconds: 10,
};

const [admin, second] = [await at.admin(), await at.admin()];
const buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
let running = runDispatcher(at.system);
await listen("purchase", () => running.wake());
beforeEach(async () => {
  await at.sandbox.clearFaults();
  await resetSending(at.system);
  // What other tests left is older than the chain looks back.
  await passes(30 * 24 * 60);
  await buy();
  await settingsAre({});
  await passes(600);
  for (const { id } of (await discrepancyList.page(admin)).rows)
    await acknowledgeDiscrepancies(admin, { id: [id], reason: "of the test before" });
});
afterEach(async () => {
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  for (const { ident } of (await unconfirmedList.page(admin)).rows)
    await resolveUnconfirmed(admin, { ident: [ident], outcome: "failed", reason: "end of the test" });
});
afterAll(async () => {
  await running.stop();
});

async function settingsAre(some: Partial<typeof USUAL>) {
  await changeSettings(at.system, reconcileSettings, { ...USUAL, ...some });
  await twoAdminsAbove(10_000_000n);
}

const twoAdminsAbove = (sum: bigint) =>
  storeSettings(at.system.db, approvalSettings, { singleAdminLimit: sum });

/** Buys a plan and waits until it is settled or unconfirmed. */
async function buy(plan = 0, fault?: FaultOrder) {
  if (fault) await at.sandbox.order(fault);
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web" as const,
    again: true,
    ...at.offered(plan),
  };
  const { ident } = (await placePurchase(buyer, input)).purchase;
  await waitUntilSettled(buyer, ident, TEST_TIMEOUT_MS);
  return ident;
}

/** Everything that happened so far lies this many minutes further back. */
async function passes(minutes: number) {
  const ago = sql`make_interval(mins => ${minutes})`;
  await at.system.db.execute(
    sql`update attempts set claimed_at = claimed_at - ${ago}, answered_at = answered_at - ${ago}`,
  );
  await at.system.db.execute(sql`update suppliers set scanned_until = scanned_until - ${ago}`);
  await at.system.db.execute(sql`delete from chain_checkpoints`);
  await at.system.db.execute(
    sql`update discrepancies set earliest = earliest - ${ago}, latest = latest - ${ago}`,
  );
  await at.system.db.execute(sql`alter table upstream_adjustments disable trigger user`);
  await at.system.db.execute(
    sql`update upstream_adjustments set earliest = earliest - ${ago}, latest = latest - ${ago}`,
  );
  await at.system.db.execute(sql`alter table upstream_adjustments enable trigger user`);
}

/** Lets the chain look until it is done. @returns how many purchases it settled. */
async function reconcile(ctx: Ctx): Promise<number> {
  const { settled, more } = await runOnce(ctx);
  return more ? settled + (await reconcile(ctx)) : settled;
}

const cost = async (ident: string) => (await getAdminPurchase(admin, { ident })).cost;
const state = async (ident: string) => (await getPurchase(buyer, { ident })).state;

describe("the chain settles", () => {
  test("as delivered, with its evidence, a purchase that was charged without a response", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    expect(await state(lost)).toBe("unconfirmed");
    await buy();
    await passes(370);
    await buy();
    expect(await reconcile(at.system)).toBe(0);
    await passes(15);
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("successful");
    const trail = await getAuditHistory(admin, { subject: "purchase", subjectId: lost });
    expect(trail.at(-1)).toMatchObject({
      action: "purchase.proven",
      after: { verdict: "charged", because: "gap" },
    });
  });

  test("nothing as delivered from silence while its money may still come back, and sees that it came", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    await passes(41);
    await buy();
    await passes(15);
    await buy();
    await passes(11);
    expect(await reconcile(at.system)).toBe(0);
    await passes(53);
    await at.sandbox.topUp(await cost(lost));
    await buy();
    await passes(240);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("failed");
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
  });

  test("nothing more when the money comes back later than that, and names possible purchases to admins", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    await passes(370);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(1);
    await at.sandbox.topUp(await cost(lost));
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(0);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([
      { kind: "rise", detail: expect.stringContaining(`may be a refund of ${lost}`) },
    ]);
    expect(await state(lost)).toBe("successful");
  });

  test("nothing more when a person took for delivered what then came back: an admin looks at it again", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    await buy();
    await resolveUnconfirmed(admin, { ident: [lost], outcome: "successful", reason: "the customer has it" });
    await passes(110);
    await at.sandbox.topUp(await cost(lost));
    await buy();
    await passes(370);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(0);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([
      { kind: "decision", ident: lost, detail: expect.stringContaining("was returned") },
    ]);
    expect(await state(lost)).toBe("successful");
  });

  test("as refunded a purchase that was not charged", async () => {
    await buy();
    const lost = await buy(2, "reset");
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("failed");
  });

  test("nothing in a promoted database before it is confirmed", async () => {
    await buy();
    const lost = await buy(2, "reset");
    await passes(12);
    await buy();
    await passes(12);
    // Each second it looks whether the database is another, and would cut the chain.
    await running.stop();
    onTestFinished(() => {
      running = runDispatcher(at.system);
    });
    await at.system.db.execute(sql`update dispatcher set home = 'another database'`);
    expect(await reconcile(at.system)).toBe(0);
    await at.system.db.execute(sql`update dispatcher set home = null`);
    expect(await state(lost)).toBe("unconfirmed");
    expect(await reconcile(at.system)).toBe(1);
  });

  test("as failed a pending one whose money came back, and as delivered one whose money stayed", async () => {
    await buy();
    const [refunded, kept] = [await buy(3, "pending"), await buy(4, "pending")];
    const pending = (await at.sandbox.transactions()).filter(({ status }) => status === "pending");
    await at.sandbox.settle(pending.at(-2)?.id ?? 0, "fail");
    await buy();
    await passes(370);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(2);
    expect([await state(refunded), await state(kept)]).toEqual(["failed", "successful"]);
  });

  test("uses a response that arrives after the chain advanced without it", async () => {
    await settingsAre({ lateSeconds: 1, refundSeconds: 1 });
    await storeSettings(at.system.db, reconcileSettings, { graceSeconds: 0 });
    const first = await buy();
    const [late, never] = [await buy(1, "lost-answer"), await buy(1, "reset")];
    const [sent] = await at.system.db.execute<{ id: string; purchase_id: string }>(sql`
      update attempts a set answered_at = null, note = 'the process that sent it died'
      from purchases p where p.id = a.purchase_id and p.ident = ${late} returning a.id, a.purchase_id`);
    await buy();
    await passes(10);
    await buy();
    expect(await reconcile(at.system)).toBe(0);
    const unknown = { suggestion: { outcome: null, words: expect.stringContaining("same cost") } };
    expect((await unconfirmedList.page(admin)).rows).toMatchObject([unknown, unknown]);
    const [before] = await at.system.db.execute<{ balance_after: string }>(sql`
      select a.balance_after from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${first}`);
    const amount = await cost(late);
    const balanceBefore = BigInt(before?.balance_after ?? 0);
    const [purchaseId, attemptId] = [Number(sent?.purchase_id), Number(sent?.id)];
    const claim = {
      supplier: getMainSupplier(),
      purchaseId,
      attemptId,
      commission: 0n,
      parentId: null,
      ident: late,
      phone: "+2348031234567",
      cost: amount,
      ...at.offered(1),
    };
    const response = { upstreamId: null, ident: null, message: null, amount, balanceBefore };
    const transaction = { ...response, balanceAfter: balanceBefore - amount };
    await recordResponse(at.system, claim, { result: "successful", note: "late", transaction });
    expect(await reconcile(at.system)).toBe(1);
    expect([await state(late), await state(never)]).toEqual(["successful", "failed"]);
  });

  test("settles beside a response that settles one of them concurrently", async () => {
    await buy();
    const [first, answered] = [await buy(2, "reset"), await buy(5, "reset")];
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    const proving = await inTransaction(at.system, async (ctx) => {
      const [row] = await ctx.db.execute<{ id: string }>(
        sql`select id from purchases where ident = ${answered}`,
      );
      await ctx.db.execute(lockWallets(sql`p.ident = ${answered}`));
      const proving = reconcile(at.system);
      await waitForLocks(at.system, 1);
      const purchaseId = Number(row?.id);
      const end = { to: "failed", by: "answer", outcome: null } as const;
      await settlePurchase(ctx, { purchaseId, from: ["unconfirmed"], ...end });
      return { proving };
    });
    expect(await proving.proving).toBe(1);
    expect([await state(first), await state(answered)]).toEqual(["failed", "failed"]);
  });

  test("nothing from evidence read before a deposit was recorded, and reads that time again", async () => {
    await buy();
    await buy(2, "reset");
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    const paid = new Date(Date.now() - 60 * 60_000);
    const looking = await inTransaction(at.system, async (ctx) => {
      await recordUpstreamDeposit({ ...admin, db: ctx.db }, { amount: 700n, at: paid, reason: "Cash" });
      const looking = reconcile(at.system);
      await waitForLocks(at.system, 1);
      return { looking };
    });
    expect(await looking.looking).toBe(0);
    const [row] = await at.system.db.execute(
      sql`select from suppliers where id = 1 and scanned_until < ${paid.toISOString()}::timestamptz`,
    );
    expect(row).toBeDefined();
  });

  test("settles nothing while sending is in flight, too early, or when it only suggests", async () => {
    await buy();
    const lost = await buy(2, "reset");
    await buy();
    await passes(5);
    expect(await reconcile(at.system)).toBe(0);
    await passes(12);
    await buy();
    await passes(12);
    await settingsAre({ automatic: false });
    expect(await reconcile(at.system)).toBe(0);
    expect((await unconfirmedList.page(admin)).rows).toMatchObject([
      { ident: lost, suggestion: { outcome: "failed" } },
    ]);
  });
});

describe("discrepancies", () => {
  test("finds money that others spent, and stops the chain until an admin explains it", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    await buy();
    await passes(370);
    await buy();
    await at.sandbox.spend(777n);
    await buy();
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(0);
    const discrepancies = (await discrepancyList.page(admin)).rows;
    expect(discrepancies).toMatchObject([{ kind: "fall", amount: -777n }]);
    expect((await unconfirmedList.page(admin)).rows).toMatchObject([
      { ident: lost, suggestion: { outcome: "successful" } },
    ]);
    await acknowledgeDiscrepancies(admin, {
      id: discrepancies.map(({ id }) => id),
      reason: "Fees of the bank",
    });
    await expect(
      acknowledgeDiscrepancies(second, { id: discrepancies.map(({ id }) => id), reason: "late" }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("successful");
  });

  test("reopens a discrepancy that is no longer explained, and records it", async () => {
    const unsent = await buy(1, "reset");
    await buy();
    await passes(20);
    await buy();
    await at.sandbox.spend(await cost(unsent));
    await buy();
    await passes(15);
    await reconcile(at.system);
    const [found] = (await discrepancyList.page(admin)).rows;
    expect(found).toMatchObject({ kind: "fall", amount: -(await cost(unsent)) });
    await settingsAre({ lateSeconds: 60 });
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
    expect((await discrepancyList.page(admin, { state: "closed" })).rows[0]).toMatchObject({
      id: found?.id,
      closedBy: "The portal",
    });
    await settingsAre({});
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ id: found?.id, closedAt: null }]);
    const past = await getAuditHistory(admin, { subject: "discrepancy", subjectId: found?.id ?? 0 });
    expect(past.map(({ action }) => action)).toEqual([
      "discrepancy.found",
      "discrepancy.explained",
      "discrepancy.reopened",
    ]);
    expect(await hasOpenGap(admin)).toBe(true);
    await acknowledgeDiscrepancies(admin, { id: [found?.id ?? 0], reason: "Fees of the bank" });
    await reconcile(at.system);
    expect(await unconfirmedList.page(admin)).toMatchObject({ rows: [{ ident: unsent }] });
    expect(await hasOpenGap(admin)).toBe(false);
  });

  test("a move that may hide a charge is acknowledged without deciding the purchase", async () => {
    const lost = await buy(1, "lost-answer");
    await at.sandbox.spend(777n);
    await buy();
    await passes(45);
    await buy();
    await passes(15);
    await reconcile(at.system);
    const [fall] = (await discrepancyList.page(admin)).rows;
    await acknowledgeDiscrepancies(admin, { id: [fall?.id ?? 0], reason: "Another program" });
    expect(await reconcile(at.system)).toBe(0);
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
    expect((await unconfirmedList.page(admin)).rows).toMatchObject([
      { ident: lost, suggestion: { outcome: null } },
    ]);
    await buy();
    const later = await buy(2, "reset");
    await buy();
    await passes(15);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(later)).toBe("failed");
  });

  test("finds a response that contradicts an earlier decision", async () => {
    const ident = await buy(2, "reset");
    const [sent] = await at.system.db.execute<{ id: string; purchase_id: string }>(sql`
      update attempts a set answered_at = null, note = 'the process that sent it died'
      from purchases p where p.id = a.purchase_id and p.ident = ${ident} returning a.id, a.purchase_id`);
    await resolveUnconfirmed(admin, { ident: [ident], outcome: "failed", reason: "nobody saw it arrive" });
    const [purchaseId, attemptId] = [Number(sent?.purchase_id), Number(sent?.id)];
    const claim = {
      supplier: getMainSupplier(),
      purchaseId,
      attemptId,
      commission: 0n,
      parentId: null,
      ident,
      phone: "+2348031234567",
      cost: 1n,
      ...at.offered(2),
    };
    await recordResponse(at.system, claim, { result: "successful", note: "late" });
    expect(await state(ident)).toBe("failed");
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toContainEqual(
      expect.objectContaining({ kind: "answer", detail: expect.stringContaining("settled as failed") }),
    );
  });

  test("offers an upstream deposit, and continues the chain once it is recorded", async () => {
    await buy();
    const lost = await buy(2, "reset");
    await at.sandbox.topUp(2_500_000n);
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    expect(await reconcile(at.system)).toBe(0);
    const [rise] = (await discrepancyList.page(admin)).rows;
    expect(rise).toMatchObject({ kind: "rise", amount: 2_500_000n });
    await recordUpstreamDeposit(admin, {
      amount: 2_500_000n,
      discrepancy: rise?.id,
      reason: "Bank transfer 4411",
    });
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("failed");
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
  });

  test("shows the rest of a deposit recorded with a wrong amount", async () => {
    await buy();
    await at.sandbox.topUp(900_000n);
    await buy();
    await passes(12);
    await reconcile(at.system);
    const [rise] = (await discrepancyList.page(admin)).rows;
    await recordUpstreamDeposit(admin, { amount: 1_000_000n, discrepancy: rise?.id, reason: "Mistyped" });
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ kind: "fall", amount: -100_000n }]);
  });

  test("closes the discrepancy of a manually recorded deposit", async () => {
    await buy();
    await at.sandbox.topUp(900_000n);
    await buy();
    await passes(12);
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ kind: "rise" }]);
    await recordUpstreamDeposit(admin, {
      amount: 900_000n,
      at: new Date(Date.now() - 12 * 60_000),
      reason: "Cash",
    });
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
  });

  test("another amount, an ident seen before, a failure that cost money", async () => {
    await buy();
    await buy(0, { answer: "normal", chargeMinor: 12_300n });
    await buy(0, { answer: "normal", execute: "fail-keep" });
    await buy(0, { answer: "normal", lie: "seen-ident" });
    await passes(15);
    await reconcile(at.system);
    const kinds = (await discrepancyList.page(admin)).rows.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["answer", "failed_charged", "ident"]));
  });

  test("is found once, however often the chain looks", async () => {
    await buy(0, { answer: "normal", chargeMinor: 12_300n });
    await passes(15);
    await Promise.all([reconcile(at.system), reconcile(at.system)]);
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toHaveLength(1);
  });
});

describe("a person", () => {
  test("settles several at once, with a reason that stays", async () => {
    const idents = [await buy(1, "reset"), await buy(2, "lost-answer")];
    expect(
      await resolveUnconfirmed(admin, {
        ident: [...idents, "DTnone"],
        outcome: "successful",
        reason: "Asked the upstream",
      }),
    ).toMatchObject({ settled: 2, proposed: 0, skipped: 1 });
    expect(await state(idents[0] ?? "")).toBe("successful");
    await expect(
      resolveUnconfirmed(second, { ident: idents, outcome: "failed", reason: "Once more" }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("“Asked the upstream”"),
    });
    const trail = await getAuditHistory(admin, { subject: "purchase", subjectId: idents[1] ?? "" });
    expect(trail.at(-1)).toMatchObject({ action: "purchase.successful", reason: "Asked the upstream" });
  });

  test("reports to a second approver what the first one settled after the limit was raised", async () => {
    await twoAdminsAbove(1n);
    const lost = await buy(2, "reset");
    await resolveUnconfirmed(admin, { ident: [lost], outcome: "failed", reason: "nothing arrived" });
    const [proposed] = await at.system.db.execute<{ id: string; purchase_id: string }>(
      sql`select id, purchase_id from approval_requests where ended_at is null`,
    );
    const confirming = await inTransaction(at.system, async (ctx) => {
      const purchaseId = Number(proposed?.purchase_id);
      await ctx.db.execute(lockWallets(sql`p.id = ${purchaseId}`));
      const confirmed = approveRequest(second, { id: Number(proposed?.id) });
      const rejected = expect(confirmed).rejects.toMatchObject({ code: "conflict" });
      await waitForLocks(at.system, 1);
      await settleManually(
        { ...admin, db: ctx.db },
        { purchaseId, outcome: "failed", reason: "it is small" },
      );
      return { rejected };
    });
    await confirming.rejected;
    expect(await state(lost)).toBe("failed");
  });

  test("requests approval above the limit, which only another admin can give", async () => {
    await twoAdminsAbove(1n);
    const [one, two] = [await buy(1, "reset"), await buy(2, "reset")];
    expect(
      await resolveUnconfirmed(admin, { ident: [one, two], outcome: "failed", reason: "Not there" }),
    ).toMatchObject({
      proposed: 2,
    });
    await expect(
      resolveUnconfirmed(second, { ident: [one], outcome: "successful", reason: "Is there" }),
    ).rejects.toMatchObject({ code: "conflict" });
    const open = (await unconfirmedList.page(second)).rows;
    expect(open).toMatchObject([
      { ident: one, approvalRequest: { own: false, outcome: "failed" } },
      { ident: two },
    ]);
    const [first, other] = open.map(({ approvalRequest }) => approvalRequest?.id ?? 0);
    await expect(approveRequest(admin, { id: first ?? 0 })).rejects.toMatchObject({ code: "forbidden" });
    await approveRequest(second, { id: first ?? 0 });
    await expect(approveRequest(second, { id: first ?? 0 })).rejects.toMatchObject({ code: "conflict" });
    await rejectRequest(admin, { id: other ?? 0, reason: "not sure" });
    expect([await state(one), await state(two)]).toEqual(["failed", "unconfirmed"]);
    await settingsAre({});
  });

  test("sees the upstream's balance, and until when it lasts", async () => {
    await buy();
    const seen = await getUpstreamBalance(admin);
    expect(seen?.amount).toBe(await at.sandbox.balance());
    expect(seen).toMatchObject({ low: false });
    const spent = seen?.spentToday ?? 0n;
    expect(spent).toBeGreaterThan(0n);
    const spending = (seen?.amount ?? 0n) - 2n * spent;
    await at.sandbox.spend(spending);
    await buy();
    const short = await getUpstreamBalance(admin);
    expect(short?.amount).toBe(2n * spent - ((short?.spentToday ?? 0n) - spent));
    const lasts = (short?.emptyAt?.getTime() ?? 0) - Date.now();
    expect(lasts).toBeGreaterThan(0);
    expect(lasts).toBeLessThan(2 * 86_400_000);
    await at.sandbox.topUp(spending);
    await at.system.db.execute(sql`update suppliers set low_balance = 9999999900`);
    expect(await getUpstreamBalance(admin)).toMatchObject({ low: true });
    await at.system.db.execute(sql`update suppliers set low_balance = default`);
  });

  test("is an admin: others neither see nor do any of this", async () => {
    const id = [1];
    const attempts = [
      () => unconfirmedList.page(buyer),
      () => discrepancyList.page(buyer),
      () => getUpstreamBalance(buyer),
      () => resolveUnconfirmed(buyer, { ident: ["DT1"], outcome: "successful", reason: "mine" }),
      () => approveRequest(buyer, { id: 1 }),
      () => rejectRequest(buyer, { id: 1, reason: "mine" }),
      () => acknowledgeDiscrepancies(buyer, { id, reason: "fine" }),
      () => recordUpstreamDeposit(buyer, { amount: 1n, reason: "mine" }),
      () => reconcile(buyer),
    ];
    for (const attempt of attempts)
      await expect((async () => attempt())()).rejects.toMatchObject({ code: "not_found" });
  });
});

test("turns automatic decisions off at once, and on with another owner", async () => {
  const turn = (automatic: boolean) => changeSettings(admin, reconcileSettings, { automatic });
  await storeSettings(at.system.db, reconcileSettings, { automatic: true });
  expect(await turn(false)).toBeUndefined();
  expect(await readSettings(admin, reconcileSettings)).toMatchObject({ automatic: false });
  const pending = await turn(true);
  expect(await readSettings(admin, reconcileSettings)).toMatchObject({ automatic: false });
  await approveRequest(second, { id: pending?.approvalRequest ?? 0 });
  expect(await readSettings(admin, reconcileSettings)).toMatchObject({ automatic: true });
});

test("shows a buyer the decision deadline", async () => {
  const lost = await buy(1, "reset");
  const { decisionDeadline, overdue, timeline } = await getPurchase(buyer, { ident: lost });
  expect(overdue).toBe(false);
  const sent = timeline.find(({ kind }) => kind === "sent")?.at;
  expect(decisionDeadline?.getTime()).toBe((sent?.getTime() ?? 0) + 24 * 3_600_000);
  expect(await countUnconfirmed(admin)).toMatchObject({ count: 1, overdue: 0 });
  await passes(25 * 60);
  expect((await getPurchase(buyer, { ident: lost })).overdue).toBe(true);
  expect(await countUnconfirmed(admin)).toMatchObject({ count: 1, overdue: 1 });
  expect((await unconfirmedList.page(admin, { state: "overdue" })).rows).toMatchObject([
    { ident: lost, overdue: true },
  ]);
  await passes(48 * 60);
  const [old] = (await unconfirmedList.page(admin)).rows;
  expect(old?.suggestion.words).toMatch(/^Too old to prove from balances/);
});

test("pages unconfirmed purchases oldest first, searches them by the upstream's id, and exports them", async () => {
  const idents = [await buy(1, "reset"), await buy(2, "reset"), await buy(3, "reset")];
  await at.system.db.execute(sql`
    update attempts set upstream_id = '99887766', upstream_ident = 'UP-7' from purchases p
    where p.id = purchase_id and p.ident = ${idents[1]}`);
  const first = await unconfirmedList.page(admin, {}, 2);
  expect(first.rows.map(({ ident }) => ident)).toEqual(idents.slice(0, 2));
  const rest = await unconfirmedList.page(admin, { after: Number(first.next) }, 2);
  expect(rest.rows.map(({ ident }) => ident)).toEqual(idents.slice(2));
  const back = await unconfirmedList.page(admin, { before: Number(rest.previous) }, 2);
  expect(back.rows.map(({ ident }) => ident)).toEqual(idents.slice(0, 2));
  for (const q of [idents[1] ?? "", "99887766", "UP-7"]) {
    expect((await unconfirmedList.page(admin, { q })).rows).toMatchObject([{ ident: idents[1] }]);
    expect((await adminPurchaseList.page(admin, { q })).rows).toMatchObject([{ ident: idents[1] }]);
  }
  expect(await getAdminPurchase(admin, { ident: idents[1] ?? "" })).toMatchObject({
    upstreamId: "99887766",
    attempts: [{ upstreamIdent: "UP-7" }],
  });
  const lines = (await Array.fromAsync(unconfirmedList.csv(admin, {}))).join("");
  expect(lines.match(/^"DT/gm)).toHaveLength(3);
});

test("reports the first admin's deposit to a second one recording the same", async () => {
  const lastAdjustmentId = await getLastUpstreamAdjustmentId(admin);
  const topUp = { amount: 50_000n, at: new Date(), lastAdjustmentId };
  await recordUpstreamDeposit(admin, { ...topUp, reason: "Bank transfer 4411" });
  await expect(recordUpstreamDeposit(second, { ...topUp, reason: "transfer 4411" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“Bank transfer 4411”"),
  });
  const { rows } = await upstreamDepositList.page(admin, {}, 1);
  expect(rows).toMatchObject([{ amount: 50_000n, reason: "Bank transfer 4411" }]);
});

test("names who decided, and how, to an admin who comes late to a request or a decision", async () => {
  await twoAdminsAbove(1n);
  const [one, two] = [await buy(1, "reset"), await buy(2, "reset")];
  await resolveUnconfirmed(admin, { ident: [one, two], outcome: "failed", reason: "nobody saw them" });
  const late = { code: "conflict", message: expect.stringContaining("“nobody saw them”") };
  await expect(
    resolveUnconfirmed(second, { ident: [one], outcome: "successful", reason: "I did" }),
  ).rejects.toMatchObject(late);
  const ids = (await unconfirmedList.page(admin)).rows.map(({ approvalRequest }) => approvalRequest?.id ?? 0);
  const [first = 0, other = 0] = ids;
  await approveRequest(second, { id: first });
  await expect(approveRequest(second, { id: first })).rejects.toMatchObject(late);
  await expect(rejectRequest(admin, { id: first, reason: "too late" })).rejects.toMatchObject(late);
  await rejectRequest(second, { id: other, reason: "the customer has it" });
  await expect(rejectRequest(admin, { id: other, reason: "too late" })).rejects.toMatchObject({
    message: expect.stringContaining("“the customer has it”"),
  });
  await settingsAre({});
  const mixed = await resolveUnconfirmed(second, {
    ident: [one, two],
    outcome: "failed",
    reason: "asked them",
  });
  expect(mixed).toMatchObject({
    settled: 1,
    skipped: 1,
    firstChange: expect.stringContaining("“nobody saw them”"),
  });
});
