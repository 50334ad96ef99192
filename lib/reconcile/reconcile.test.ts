import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { listen } from "#db/listen";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { adminGet } from "#lib/purchase/read/admin-get";
import { purchaseList } from "#lib/purchase/read/admin-list";
import { get } from "#lib/purchase/read/get";
import { whenSettled } from "#lib/purchase/read/watch";
import { type Dispatcher, dispatch } from "#lib/purchase/send/dispatch";
import { recordAnswer } from "#lib/purchase/send/record-answer";
import { lockWallets, settle } from "#lib/purchase/settle/settle";
import { lockWaits } from "#lib/testing/lock-waits";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import type { FaultOrder } from "#sandbox/presets";
import { acknowledge } from "./admin/acknowledge.ts";
import { confirmDecision } from "./admin/confirm-decision.ts";
import { countUnconfirmed } from "./admin/counts.ts";
import { decide, settleByHand } from "./admin/decide.ts";
import { discrepancyList } from "./admin/discrepancy-list.ts";
import { recordTopUp } from "./admin/record-top-up.ts";
import { lastAdjustment, topUpList } from "./admin/top-up-list.ts";
import { isRuptured, unconfirmedList } from "./admin/unconfirmed-list.ts";
import { withdrawDecision } from "./admin/withdraw-decision.ts";
import { reconcile as runOnce } from "./reconcile.ts";
import { changeSettings, settings } from "./settings.ts";
import { upstreamBalance } from "./upstream-balance.ts";

let at: Scene;
let admin: Ctx;
let second: Ctx;
let buyer: Ctx;
let running: Dispatcher;
let refs = 0;
const USUAL = {
  automatic: true,
  lateMinutes: 10,
  refundMinutes: 360,
  graceMinutes: 10,
  lowBalance: "1000.00",
};

beforeAll(async () => {
  at = await scene();
  [admin, second] = [await at.admin(), await at.admin()];
  buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
  running = dispatch(at.system);
  await listen("purchase", () => running.wake());
});
beforeEach(async () => {
  await at.sandbox.clearFaults();
  await at.system.db.execute(
    sql`update dispatcher set stopped = false, stopped_at = null, stopped_by = null, probe_at = null`,
  );
  await buy();
  await settingsAre({});
  await passes(600);
  for (const { id } of (await discrepancyList.page(admin)).rows)
    await acknowledge(admin, { id: [id], reason: "of the test before" });
});
afterEach(async () => {
  expect((await check(at.system)).findings).toEqual([]);
  for (const { ident } of (await unconfirmedList.page(admin)).rows)
    await decide(admin, { ident: [ident], outcome: "failed", reason: "end of the test" });
});
afterAll(async () => {
  await running.stop();
  await at.close();
});

async function settingsAre(some: Partial<typeof USUAL>) {
  const { lowBalance, ...rest } = { ...USUAL, ...some };
  await changeSettings(at.system, {
    ...rest,
    lowBalance: BigInt(lowBalance.replace(".", "")),
    version: (await settings(admin)).version,
    reason: "for the test",
  });
  await twoAdminsAbove(10_000_000n);
}

const twoAdminsAbove = (sum: bigint) =>
  at.system.db.execute(sql`update reconciling set second_admin_above = ${sum}`);

/** Buys a plan and waits until its outcome, or that nobody knows it. */
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
  const { ident } = (await place(buyer, input)).purchase;
  await whenSettled(buyer, ident, PATIENCE_MS);
  return ident;
}

/** Everything that happened so far lies this many minutes further back. */
async function passes(minutes: number) {
  const ago = sql`make_interval(mins => ${minutes})`;
  await at.system.db.execute(
    sql`update attempts set claimed_at = claimed_at - ${ago}, answered_at = answered_at - ${ago}`,
  );
  await at.system.db.execute(sql`update reconciling set scanned_to = scanned_to - ${ago}`);
  await at.system.db.execute(sql`delete from chain_marks`);
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

const cost = async (ident: string) => (await adminGet(admin, { ident })).cost;
const state = async (ident: string) => (await get(buyer, { ident })).state;

describe("the chain settles", () => {
  test("as delivered what was charged and never answered, and says by what it knows", async () => {
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
    const trail = await history(admin, { subject: "purchase", subjectId: lost });
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

  test("nothing more when the money comes back later than that: an admin is told which purchase it may be", async () => {
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
      { kind: "rise", detail: expect.stringContaining(`may be the money of ${lost}`) },
    ]);
    expect(await state(lost)).toBe("successful");
  });

  test("nothing more when a person took for delivered what then came back: an admin looks at it again", async () => {
    await buy();
    const lost = await buy(1, "lost-answer");
    await buy();
    await decide(admin, { ident: [lost], outcome: "successful", reason: "the customer has it" });
    await passes(110);
    await at.sandbox.topUp(await cost(lost));
    await buy();
    await passes(370);
    await buy();
    await passes(15);
    expect(await reconcile(at.system)).toBe(0);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([
      { kind: "decision", ident: lost, detail: expect.stringContaining("came back") },
    ]);
    expect(await state(lost)).toBe("successful");
  });

  test("with the money back what was never charged", async () => {
    await buy();
    const lost = await buy(2, "reset");
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("failed");
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

  test("what an answer makes plain that came after the chain had gone on without it", async () => {
    await settingsAre({ lateMinutes: 1, refundMinutes: 1 });
    await at.system.db.execute(sql`update reconciling set grace_seconds = 0`);
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
      purchaseId,
      attemptId,
      ident: late,
      phone: "+2348031234567",
      cost: amount,
      ...at.offered(1),
    };
    const told = { upstreamId: null, ident: null, message: null, amount, balanceBefore };
    const transaction = { ...told, balanceAfter: balanceBefore - amount };
    await recordAnswer(at.system, claim, { meaning: "successful", note: "late", transaction });
    expect(await reconcile(at.system)).toBe(1);
    expect([await state(late), await state(never)]).toEqual(["successful", "failed"]);
  });

  test("beside an answer that settles one of them at that very moment, without either giving up", async () => {
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
      await lockWaits(at.system, 1);
      const purchaseId = Number(row?.id);
      const end = { to: "failed", by: "answer", outcome: null } as const;
      await settle(ctx, { purchaseId, from: ["unconfirmed"], ...end });
      return { proving };
    });
    expect(await proving.proving).toBe(1);
    expect([await state(first), await state(answered)]).toEqual(["failed", "failed"]);
  });

  test("nothing from what it read before somebody recorded a top-up, whose time it then looks at again", async () => {
    await buy();
    await buy(2, "reset");
    await buy();
    await passes(12);
    await buy();
    await passes(12);
    const paid = new Date(Date.now() - 60 * 60_000);
    const looking = await inTransaction(at.system, async (ctx) => {
      await recordTopUp({ ...admin, db: ctx.db }, { amount: 700n, at: paid, reason: "Cash" });
      const looking = reconcile(at.system);
      await lockWaits(at.system, 1);
      return { looking };
    });
    expect(await looking.looking).toBe(0);
    expect((await settings(admin)).scannedTo.getTime()).toBeLessThan(paid.getTime());
  });

  test("nothing while sending is in flight, too early, or when told only to propose", async () => {
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

describe("what does not fit", () => {
  test("money that others spent is found, and stops the chain until somebody explains it", async () => {
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
    const found = (await discrepancyList.page(admin)).rows;
    expect(found).toMatchObject([{ kind: "fall", amount: -777n }]);
    expect((await unconfirmedList.page(admin)).rows).toMatchObject([
      { ident: lost, suggestion: { outcome: "successful" } },
    ]);
    await acknowledge(admin, { id: found.map(({ id }) => id), reason: "Fees of the bank" });
    await expect(
      acknowledge(second, { id: found.map(({ id }) => id), reason: "late" }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("successful");
  });

  test("a move that was explained and is not after all is listed again, and says so in its history", async () => {
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
    await settingsAre({ lateMinutes: 60 });
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
    expect((await discrepancyList.page(admin, { state: "closed" })).rows[0]).toMatchObject({
      id: found?.id,
      closedBy: "The portal",
    });
    await settingsAre({});
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ id: found?.id, closedAt: null }]);
    const past = await history(admin, { subject: "discrepancy", subjectId: found?.id ?? 0 });
    expect(past.map(({ action }) => action)).toEqual([
      "discrepancy.found",
      "discrepancy.explained",
      "discrepancy.reopened",
    ]);
    expect(await isRuptured(admin)).toBe(true);
    await acknowledge(admin, { id: [found?.id ?? 0], reason: "Fees of the bank" });
    await reconcile(at.system);
    expect(await unconfirmedList.page(admin)).toMatchObject({ rows: [{ ident: unsent }] });
    expect(await isRuptured(admin)).toBe(false);
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
    await acknowledge(admin, { id: [fall?.id ?? 0], reason: "Another program" });
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

  test("an answer that comes after the contrary was decided is found", async () => {
    const ident = await buy(2, "reset");
    const [sent] = await at.system.db.execute<{ id: string; purchase_id: string }>(sql`
      update attempts a set answered_at = null, note = 'the process that sent it died'
      from purchases p where p.id = a.purchase_id and p.ident = ${ident} returning a.id, a.purchase_id`);
    await decide(admin, { ident: [ident], outcome: "failed", reason: "nobody saw it arrive" });
    const [purchaseId, attemptId] = [Number(sent?.purchase_id), Number(sent?.id)];
    const claim = { purchaseId, attemptId, ident, phone: "+2348031234567", cost: 1n, ...at.offered(2) };
    await recordAnswer(at.system, claim, { meaning: "successful", note: "late" });
    expect(await state(ident)).toBe("failed");
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([
      { kind: "answer", detail: expect.stringContaining("settled as failed") },
    ]);
  });

  test("a top-up is seen, offered, and once recorded the chain goes on", async () => {
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
    await recordTopUp(admin, { amount: 2_500_000n, discrepancy: rise?.id, reason: "Bank transfer 4411" });
    expect(await reconcile(at.system)).toBe(1);
    expect(await state(lost)).toBe("failed");
    expect((await discrepancyList.page(admin)).rows).toEqual([]);
  });

  test("a top-up that is recorded with a wrong amount shows what is left", async () => {
    await buy();
    await at.sandbox.topUp(900_000n);
    await buy();
    await passes(12);
    await reconcile(at.system);
    const [rise] = (await discrepancyList.page(admin)).rows;
    await recordTopUp(admin, { amount: 1_000_000n, discrepancy: rise?.id, reason: "Mistyped" });
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ kind: "fall", amount: -100_000n }]);
  });

  test("a top-up recorded by hand closes what was found", async () => {
    await buy();
    await at.sandbox.topUp(900_000n);
    await buy();
    await passes(12);
    await reconcile(at.system);
    expect((await discrepancyList.page(admin)).rows).toMatchObject([{ kind: "rise" }]);
    await recordTopUp(admin, { amount: 900_000n, at: new Date(Date.now() - 12 * 60_000), reason: "Cash" });
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
      await decide(admin, {
        ident: [...idents, "DTnone"],
        outcome: "successful",
        reason: "Asked the upstream",
      }),
    ).toMatchObject({ settled: 2, proposed: 0, skipped: 1 });
    expect(await state(idents[0] ?? "")).toBe("successful");
    await expect(
      decide(second, { ident: idents, outcome: "failed", reason: "Once more" }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("“Asked the upstream”"),
    });
    const trail = await history(admin, { subject: "purchase", subjectId: idents[1] ?? "" });
    expect(trail.at(-1)).toMatchObject({ action: "purchase.successful", reason: "Asked the upstream" });
  });

  test("confirms while another, for whom the amount was raised, settles it: the second is told", async () => {
    await twoAdminsAbove(1n);
    const lost = await buy(2, "reset");
    await decide(admin, { ident: [lost], outcome: "failed", reason: "nothing arrived" });
    const [proposed] = await at.system.db.execute<{ id: string; purchase_id: string }>(
      sql`select id, purchase_id from decisions where ended_at is null`,
    );
    const confirming = await inTransaction(at.system, async (ctx) => {
      const purchaseId = Number(proposed?.purchase_id);
      await ctx.db.execute(lockWallets(sql`p.id = ${purchaseId}`));
      const confirmed = confirmDecision(second, { id: Number(proposed?.id) });
      const refused = expect(confirmed).rejects.toMatchObject({ code: "conflict" });
      await lockWaits(at.system, 1);
      await settleByHand({ ...admin, db: ctx.db }, { purchaseId, outcome: "failed", reason: "it is small" });
      return { refused };
    });
    await confirming.refused;
    expect(await state(lost)).toBe("failed");
  });

  test("above the set amount only proposes: another person confirms, never the same", async () => {
    await twoAdminsAbove(1n);
    const [one, two] = [await buy(1, "reset"), await buy(2, "reset")];
    expect(await decide(admin, { ident: [one, two], outcome: "failed", reason: "Not there" })).toMatchObject({
      proposed: 2,
    });
    await expect(
      decide(second, { ident: [one], outcome: "successful", reason: "Is there" }),
    ).rejects.toMatchObject({ code: "conflict" });
    const open = (await unconfirmedList.page(second)).rows;
    expect(open).toMatchObject([{ ident: one, proposal: { own: false, outcome: "failed" } }, { ident: two }]);
    const [first, other] = open.map(({ proposal }) => proposal?.id ?? 0);
    await expect(confirmDecision(admin, { id: first ?? 0 })).rejects.toMatchObject({ code: "forbidden" });
    await confirmDecision(second, { id: first ?? 0 });
    await expect(confirmDecision(second, { id: first ?? 0 })).rejects.toMatchObject({ code: "conflict" });
    await withdrawDecision(admin, { id: other ?? 0, reason: "not sure" });
    expect([await state(one), await state(two)]).toEqual(["failed", "unconfirmed"]);
    await settingsAre({});
  });

  test("sees the upstream's balance, and until when it lasts", async () => {
    await buy();
    const seen = await upstreamBalance(admin);
    expect(seen?.amount).toBe(await at.sandbox.balance());
    expect(seen).toMatchObject({ low: false });
    const spent = seen?.spentToday ?? 0n;
    expect(spent).toBeGreaterThan(0n);
    const spending = (seen?.amount ?? 0n) - 2n * spent;
    await at.sandbox.spend(spending);
    await buy();
    const short = await upstreamBalance(admin);
    expect(short?.amount).toBe(2n * spent - ((short?.spentToday ?? 0n) - spent));
    const lasts = (short?.emptyAt?.getTime() ?? 0) - Date.now();
    expect(lasts).toBeGreaterThan(0);
    expect(lasts).toBeLessThan(2 * 86_400_000);
    await at.sandbox.topUp(spending);
    await settingsAre({ lowBalance: "99999999.00" });
    expect(await upstreamBalance(admin)).toMatchObject({ low: true });
  });

  test("is an admin: nobody else sees or does any of this", async () => {
    const id = [1];
    const attempts = [
      () => unconfirmedList.page(buyer),
      () => discrepancyList.page(buyer),
      () => upstreamBalance(buyer),
      () => settings(buyer),
      () => decide(buyer, { ident: ["DT1"], outcome: "successful", reason: "mine" }),
      () => confirmDecision(buyer, { id: 1 }),
      () => withdrawDecision(buyer, { id: 1, reason: "mine" }),
      () => acknowledge(buyer, { id, reason: "fine" }),
      () => recordTopUp(buyer, { amount: 1n, reason: "mine" }),
      () => changeSettings(buyer, { ...USUAL, lowBalance: 1n, version: 1, reason: "mine" }),
      () => reconcile(buyer),
    ];
    for (const attempt of attempts)
      await expect((async () => attempt())()).rejects.toMatchObject({ code: "not_found" });
  });
});

test("of two admins who change the rules from the same form, the second is told what the first did", async () => {
  const { lowBalance, version } = await settings(admin);
  const form = { ...USUAL, lowBalance, version };
  await changeSettings(admin, { ...form, lowBalance: 777n, reason: "a bigger buffer" });
  await expect(
    changeSettings(second, { ...form, lateMinutes: 20, reason: "slow week" }),
  ).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“a bigger buffer”"),
  });
  expect(await settings(admin)).toMatchObject({ lowBalance: 777n, lateSeconds: 600, version: version + 1 });
});

test("a buyer is told by when it is decided", async () => {
  const lost = await buy(1, "reset");
  const { decisionDeadline, overdue, timeline } = await get(buyer, { ident: lost });
  expect(overdue).toBe(false);
  const sent = timeline.find(({ kind }) => kind === "sent")?.at;
  expect(decisionDeadline?.getTime()).toBe((sent?.getTime() ?? 0) + 24 * 3_600_000);
  expect(await countUnconfirmed(admin)).toMatchObject({ count: 1, overdue: 0 });
  await passes(25 * 60);
  expect((await get(buyer, { ident: lost })).overdue).toBe(true);
  expect(await countUnconfirmed(admin)).toMatchObject({ count: 1, overdue: 1 });
  expect((await unconfirmedList.page(admin, { state: "overdue" })).rows).toMatchObject([
    { ident: lost, overdue: true },
  ]);
  await passes(48 * 60);
  const [old] = (await unconfirmedList.page(admin)).rows;
  expect(old?.suggestion.words).toMatch(/^Too old for the balances to say/);
});

test("what waits is paged oldest first, searched by what the upstream calls it, and exported", async () => {
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
    expect((await purchaseList.page(admin, { q })).rows).toMatchObject([{ ident: idents[1] }]);
  }
  expect(await adminGet(admin, { ident: idents[1] ?? "" })).toMatchObject({
    upstreamId: "99887766",
    attempts: [{ upstreamIdent: "UP-7" }],
  });
  const lines = (await Array.fromAsync(unconfirmedList.csv(admin, {}))).join("");
  expect(lines.match(/^"DT/gm)).toHaveLength(3);
});

test("of two admins who record the same top-up, the second is told what the first recorded", async () => {
  const seen = await lastAdjustment(admin);
  const topUp = { amount: 50_000n, at: new Date(), seen };
  await recordTopUp(admin, { ...topUp, reason: "Bank transfer 4411" });
  await expect(recordTopUp(second, { ...topUp, reason: "transfer 4411" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“Bank transfer 4411”"),
  });
  const { rows } = await topUpList.page(admin, {}, 1);
  expect(rows).toMatchObject([{ amount: 50_000n, reason: "Bank transfer 4411" }]);
});

test("whoever comes late to a proposal or a decision is told who decided it, and how", async () => {
  await twoAdminsAbove(1n);
  const [one, two] = [await buy(1, "reset"), await buy(2, "reset")];
  await decide(admin, { ident: [one, two], outcome: "failed", reason: "nobody saw them" });
  const late = { code: "conflict", message: expect.stringContaining("“nobody saw them”") };
  await expect(
    decide(second, { ident: [one], outcome: "successful", reason: "I did" }),
  ).rejects.toMatchObject(late);
  const ids = (await unconfirmedList.page(admin)).rows.map(({ proposal }) => proposal?.id ?? 0);
  const [first = 0, other = 0] = ids;
  await confirmDecision(second, { id: first });
  await expect(confirmDecision(second, { id: first })).rejects.toMatchObject(late);
  await expect(withdrawDecision(admin, { id: first, reason: "too late" })).rejects.toMatchObject(late);
  await withdrawDecision(second, { id: other, reason: "the customer has it" });
  await expect(withdrawDecision(admin, { id: other, reason: "too late" })).rejects.toMatchObject({
    message: expect.stringContaining("“the customer has it”"),
  });
  await settingsAre({});
  const mixed = await decide(second, { ident: [one, two], outcome: "failed", reason: "asked them" });
  expect(mixed).toMatchObject({ settled: 1, skipped: 1, told: expect.stringContaining("“nobody saw them”") });
});
