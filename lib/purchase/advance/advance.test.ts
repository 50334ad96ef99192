import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { isPendingApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getOutcomeReport } from "#lib/sales/outcome-report";
import { approveRequest } from "#lib/testing/approve-request";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { advanceSettings } from "./advance-settings.ts";
import { advanceUnconfirmed } from "./advance-unconfirmed.ts";
import { keepAdvance, repayAdvance } from "./answer-advance.ts";
import { getAdvances } from "./get-advances.ts";
import { writeOffAdvance } from "./write-off-advance.ts";

const at = await openScene();
const { db } = at.system;
const [ada, ben] = [await at.admin(), await at.admin()];
const START = 1_000_000n;
const { price } = at.offered();
const reason = "Agreed with the regulator";
let buyer: { id: number; ctx: Ctx };

beforeEach(async () => {
  await storeSettings(db, advanceSettings, { enabled: true });
  await storeSettings(db, approvalSettings, { singleAdminLimit: 500_000n });
  buyer = await at.reseller("affiliate", START);
});
afterEach(async () => {
  expect((await checkPurchases(at.system)).findings).toEqual([]);
  // A credit takes the place of the refund in the totals.
  expect(await getOutcomeReport(ada, { day: dayOf(new Date()) })).toMatchObject({ agrees: true });
});

/** Places a purchase that has been unconfirmed for so many hours. */
async function leaveUnconfirmed(hours: number, of = buyer, worker = "test") {
  const input = { phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  const { id, ident } = (await placePurchase(of.ctx, { ...input, ref: crypto.randomUUID() })).purchase;
  await db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
    select 1, id, ${worker}, now() - make_interval(hours => ${hours}), now(), 'unconfirmed', cost
    from purchases where id = ${id}`);
  await db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
  return { id, ident };
}

const settle = (purchaseId: number, to: "successful" | "failed") =>
  settlePurchase(at.system, { purchaseId, from: ["unconfirmed"], to, by: "chain", outcome: null });

async function readState(id: number) {
  const [row] = await db.execute<{ state: string; advance: string | null; kinds: string }>(sql`
    select state, advance, (select string_agg(kind, ' ' order by j.id) from journals j where purchase_id = p.id) as kinds
    from purchases p where id = ${id}`);
  return row;
}
const readWallet = async (id = buyer.id) =>
  (
    await db.execute<Record<"wallet" | "held" | "sales" | "funding" | "advanced", string>>(
      sql`select wallet, held, sales, funding, advanced from wallets where reseller_id = ${id}`,
    )
  )[0];

test("credits nothing while it is off, before the day is over, or after a restore", async () => {
  const due = await leaveUnconfirmed(25);
  const young = await leaveUnconfirmed(23);
  const restored = await leaveUnconfirmed(25, buyer, "restored");
  onTestFinished(async () => {
    await storeSettings(db, advanceSettings, { enabled: true });
    await advanceUnconfirmed(at.system);
  });
  await storeSettings(db, advanceSettings, { enabled: false });
  expect(await advanceUnconfirmed(at.system)).toBe(0);
  await storeSettings(db, advanceSettings, { enabled: true });
  expect(await advanceUnconfirmed(at.system)).toBe(1);
  expect(await readState(due.id)).toMatchObject({ state: "unconfirmed", advance: "open" });
  for (const { id } of [young, restored]) expect(await readState(id)).toMatchObject({ advance: null });
});

test("credits nothing in a database that isn't confirmed, or was restored and isn't started yet", async () => {
  const { id } = await leaveUnconfirmed(25);
  for (const [doubtful, trusted] of [
    [sql`home = 'another database'`, sql`home = null`],
    [sql`stopped = true, stopped_by = 'system'`, sql`stopped = true, stopped_by = 'admin:1'`],
  ]) {
    await db.execute(sql`update dispatcher set ${doubtful}`);
    expect(await advanceUnconfirmed(at.system)).toBe(0);
    await db.execute(sql`update dispatcher set ${trusted}`);
  }
  expect(await advanceUnconfirmed(at.system)).toBe(1);
  await db.execute(sql`update dispatcher set stopped = false, stopped_by = null`);
  expect(await readState(id)).toMatchObject({ advance: "open" });
});

test("credits once when three processes do it at once, and keeps the claim in its account", async () => {
  const { id } = await leaveUnconfirmed(25);
  const credited = await Promise.all([1, 2, 3].map(() => advanceUnconfirmed(at.system)));
  expect(credited.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect(await readState(id)).toEqual({ state: "unconfirmed", advance: "open", kinds: "hold advance" });
  expect(await readWallet()).toMatchObject({
    wallet: String(START),
    held: String(price),
    advanced: String(-price),
  });
  expect(await getBalance(buyer.ctx)).toEqual({ wallet: START, held: 0n });
});

test("closes the claim without a second refund once it proves to have failed", async () => {
  const { id } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  const results = await Promise.all([settle(id, "failed"), settle(id, "failed")]);
  expect(results.filter(Boolean)).toEqual(["unconfirmed"]);
  expect(await readState(id)).toEqual({
    state: "failed",
    advance: "closed",
    kinds: "hold advance advance_closed",
  });
  expect(await readWallet()).toMatchObject({ wallet: String(START), held: "0", sales: "0", advanced: "0" });
});

test("refunds once when the proof waits for the credit", async () => {
  const { id } = await leaveUnconfirmed(25);
  let settled: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${buyer.id} for update`);
    const credit = advanceUnconfirmed({ ...at.system, db: tx as never });
    await credit;
    settled = settle(id, "failed");
    await waitForLocks(at.system, 1);
  });
  expect(await settled).toBe("unconfirmed");
  expect(await readState(id)).toMatchObject({ advance: "closed", kinds: "hold advance advance_closed" });
  expect(await readWallet()).toMatchObject({ wallet: String(START) });
});

test("takes the money of a delivered purchase back with its buyer's consent only", async () => {
  const { id, ident } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  await settle(id, "successful");
  expect(await readState(id)).toMatchObject({ state: "successful", advance: "awaiting_consent" });
  expect(await readWallet()).toMatchObject({
    wallet: String(START),
    held: "0",
    sales: String(price),
    advanced: String(-price),
  });
  const stranger = await at.reseller();
  await expect(repayAdvance(stranger.ctx, { ident })).rejects.toMatchObject({ code: "not_found" });
  await expect(repayAdvance(ada, { ident })).rejects.toMatchObject({ code: "not_found" });
  const answers = await Promise.allSettled([1, 2, 3].map(() => repayAdvance(buyer.ctx, { ident })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readState(id)).toMatchObject({
    advance: "repaid",
    kinds: "hold advance settle advance_repaid",
  });
  expect(await readWallet()).toMatchObject({ wallet: String(START - price), advanced: "0" });
  await expect(keepAdvance(buyer.ctx, { ident })).rejects.toMatchObject({ code: "conflict" });
});

test("lets the operator bear it when the buyer declines, and refunds it no more", async () => {
  const { id, ident } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  await expect(keepAdvance(buyer.ctx, { ident })).rejects.toMatchObject({ code: "conflict" });
  await settle(id, "successful");
  const reversal = () => reverseDeliveredPurchase(ada, { ident, reason });
  await expect(reversal()).rejects.toThrow("The buyer has the money already");
  await keepAdvance(buyer.ctx, { ident });
  expect(await readState(id)).toMatchObject({
    advance: "waived",
    kinds: "hold advance settle advance_waived",
  });
  expect(await readWallet()).toMatchObject({
    wallet: String(START),
    sales: String(price),
    funding: String(-START - price),
    advanced: "0",
  });
  await expect(reversal()).rejects.toThrow("The buyer has the money already");
});

test("lets an admin write off what the buyer doesn't answer, once, with a reason", async () => {
  const { id, ident } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  const writeOff = (ctx = ada) => writeOffAdvance(ctx, { ident, reason });
  await expect(writeOff()).rejects.toMatchObject({ code: "conflict" });
  await settle(id, "successful");
  expect((await getAdvances(ada)).unanswered).toContainEqual(expect.objectContaining({ ident, price }));
  await expect(writeOff(buyer.ctx)).rejects.toMatchObject({ code: "not_found" });
  const ends = await Promise.allSettled([writeOff(), writeOff(ben), repayAdvance(buyer.ctx, { ident })]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const state = await readState(id);
  expect(state?.kinds).toBe(`hold advance settle advance_${state?.advance}`);
  await expect(writeOff()).rejects.toMatchObject({ code: "conflict" });
  await expect(keepAdvance(buyer.ctx, { ident })).rejects.toMatchObject({ code: "conflict" });
  expect(await readWallet()).toMatchObject({ sales: String(price), advanced: "0" });
});

test("needs another admin's approval to write off more than the daily limit", async () => {
  const { id, ident } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  await settle(id, "successful");
  await storeSettings(db, approvalSettings, { singleAdminLimit: 1n });
  const waiting = await writeOffAdvance(ada, { ident, reason });
  if (!isPendingApproval(waiting)) throw new Error("It did not wait.");
  expect(await readState(id)).toMatchObject({ advance: "awaiting_consent" });
  await approveRequest(ben, { id: waiting.approvalRequest });
  expect(await readState(id)).toEqual({
    state: "successful",
    advance: "waived",
    kinds: "hold advance settle advance_waived",
  });
  expect(await readWallet()).toMatchObject({ wallet: String(START), advanced: "0" });
  const [journal] = await db.execute(
    sql`select reason, actor from journals where purchase_id = ${id} and kind = 'advance_waived'`,
  );
  expect(journal).toMatchObject({ reason });
  await expect(reverseDeliveredPurchase(ada, { ident, reason })).rejects.toThrow("The buyer has the money");
});

test("reverses a purchase whose advance was repaid", async () => {
  const { id, ident } = await leaveUnconfirmed(25);
  await advanceUnconfirmed(at.system);
  await settle(id, "successful");
  await repayAdvance(buyer.ctx, { ident });
  await reverseDeliveredPurchase(ada, { ident, reason });
  expect(await readState(id)).toMatchObject({
    state: "reversed",
    kinds: "hold advance settle advance_repaid reversal",
  });
  expect(await readWallet()).toMatchObject({ wallet: String(START) });
});

test("returns nothing that the wallet doesn't have", async () => {
  const poor = await at.reseller("affiliate", price);
  const { id, ident } = await leaveUnconfirmed(25, poor);
  await advanceUnconfirmed(at.system);
  await settle(id, "successful");
  const input = { phone: "08031234567", channel: "web" as const, again: true, ...at.offered() };
  await placePurchase(poor.ctx, { ...input, ref: "spent" });
  await expect(repayAdvance(poor.ctx, { ident })).rejects.toMatchObject({
    code: "insufficient_funds",
    facts: { missing: price },
  });
  expect(await readState(id)).toMatchObject({ advance: "awaiting_consent" });
});

test("credits the others when one in the middle can't be credited", async () => {
  const some = [await leaveUnconfirmed(25), await leaveUnconfirmed(25), await leaveUnconfirmed(25)];
  const [first, bad, last] = some.map(({ id }) => id);
  const accept = await rejectRow(at.system, "purchases", `old.id = ${bad}`);
  await expect(advanceUnconfirmed(at.system)).rejects.toMatchObject({ cause: { message: "a bad row" } });
  await accept();
  for (const id of [first, last]) expect(await readState(id ?? 0)).toMatchObject({ advance: "open" });
  expect(await readState(bad ?? 0)).toMatchObject({ advance: null });
  expect(await advanceUnconfirmed(at.system)).toBe(1);
});

test.each<[string, string, (id: number) => Parameters<typeof db.execute>[0]]>([
  [
    "an advance without its entries",
    "purchases_journals_match",
    (id) => sql`update purchases set advance = 'open' where id = ${id}`,
  ],
  [
    "the end of an advance without its entries",
    "purchases_journals_match",
    (id) =>
      sql`update purchases set advance = 'awaiting_consent', state = 'successful', settled_at = now() where id = ${id}`,
  ],
  [
    "a failed purchase whose advance stays open",
    "purchases_advance",
    (id) => sql`update purchases set state = 'failed', settled_at = now() where id = ${id}`,
  ],
  [
    "a refund beside the advance",
    "journals_refunded_once",
    (id) =>
      sql`insert into journals (reseller_id, kind, purchase_id, actor) values (${buyer.id}, 'release', ${id}, 'test')`,
  ],
  [
    "an advance that is repaid before its purchase is delivered",
    "purchases_update_check",
    (id) => sql`update purchases set advance = 'repaid' where id = ${id}`,
  ],
  [
    "money advanced for no purchase",
    "wallets_match",
    () => sql`
      with w as (update wallets set wallet = wallet + 5, advanced = advanced - 5 where reseller_id = ${buyer.id}
        returning wallet, advanced)
      insert into transfers (reseller_id, kind, from_account, to_account, amount, from_balance, to_balance, actor)
      select ${buyer.id}, 'advance', 'advanced', 'wallet', 5, advanced, wallet, 'test' from w`,
  ],
])("rejects in the database %s", async (name, constraint, build) => {
  const { id } = await leaveUnconfirmed(25);
  if (!name.startsWith("an advance without")) await advanceUnconfirmed(at.system);
  const before = await readState(id);
  await expect(db.execute(build(id))).rejects.toMatchObject({ cause: { constraint_name: constraint } });
  expect(await readState(id)).toEqual(before);
});

test("turns advances on with another owner's approval, and off at once", async () => {
  await changeSettings(ada, advanceSettings, { enabled: "" });
  expect(await readSettings(ada, advanceSettings)).toMatchObject({ enabled: false });
  const waiting = await changeSettings(ada, advanceSettings, { enabled: "yes" });
  if (!isPendingApproval(waiting)) throw new Error("It did not wait.");
  expect(await readSettings(ada, advanceSettings)).toMatchObject({ enabled: false });
  await expect(approveRequest(ada, { id: waiting.approvalRequest })).rejects.toMatchObject({
    code: "forbidden",
  });
  await approveRequest(ben, { id: waiting.approvalRequest });
  expect(await readSettings(ada, advanceSettings)).toMatchObject({ enabled: true });
});
