import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sendNext } from "#lib/dispatch/testing/claim-next";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import type { FaultName } from "#sandbox/presets";
import { acknowledgeDiscrepancies } from "./admin/acknowledge-discrepancies.ts";
import { discrepancyList } from "./admin/discrepancy-list.ts";
import { recordUpstreamDeposit } from "./admin/record-upstream-deposit.ts";
import { unconfirmedList } from "./admin/unconfirmed-list.ts";
import { getLastCheckpoint } from "./chain-checkpoints.ts";
import { reconcilePurchases } from "./reconcile.ts";
import { getUpstreamBalance, listUpstreamBalances } from "./upstream-balance.ts";

const MAIN = MAIN_SUPPLIER_ID;
const at = await openScene();
let count = 0;

const admin = await at.admin();
const buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
const { planId, networkId } = at.offered();
const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
const second = await addTestSupplier(at.system, { routes: [{ planId, networkId, cost }] });
afterAll(() => second.close());
beforeEach(async () => {
  await at.system.db.execute(sql`delete from chain_checkpoints`);
  await at.system.db.execute(sql`update suppliers set scanned_until = now()`);
});

/** Buys at a supplier and records its response. @returns the ident */
async function buyAt(supplierId: number, fault?: FaultName): Promise<string> {
  const { control } = supplierId === MAIN ? { control: at.sandbox } : second;
  if (fault) await control.order(fault);
  count += 1;
  const input = { ref: `r${count}`, phone: "08031234567", channel: "web" as const, again: true };
  const { ident } = (await placePurchase(buyer, { ...input, ...at.offered() })).purchase;
  // Old enough that no supplier leaves it to the second.
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '1 hour' where ident = ${ident}`,
  );
  await sendNext(at.system, supplierId);
  return ident;
}

/** Buys at both in turn, so that one balance would make no sense of both. */
async function buyAtBoth(): Promise<void> {
  await buyAt(MAIN);
  await buyAt(second.id);
}

async function turnSecond(turn: typeof turnSupplierOn | typeof turnSupplierOff): Promise<void> {
  const [{ version } = { version: 0 }] = await at.system.db.execute<{ version: number }>(
    sql`select version from suppliers where id = ${second.id}`,
  );
  await turn(admin, { id: second.id, version, reason: "Their account was used otherwise." });
}

/** Everything that happened so far lies a day back, and the chain hasn't looked at it. */
async function passDay(): Promise<void> {
  const day = sql`interval '1 day'`;
  await at.system.db.execute(
    sql`update attempts set claimed_at = claimed_at - ${day}, answered_at = answered_at - ${day}`,
  );
  await at.system.db.execute(
    sql`update discrepancies set earliest = earliest - ${day}, latest = latest - ${day}`,
  );
  await at.system.db.execute(
    sql`update chain_cuts set earliest = earliest - ${day}, latest = latest - ${day}, recorded_at = recorded_at - ${day}`,
  );
  await at.system.db.execute(sql`update suppliers set scanned_until = scanned_until - ${day}`);
}

async function reconcile(): Promise<void> {
  for (let runs = 0; runs < 10; runs++) if (!(await reconcilePurchases(at.system)).more) return;
}

const stateOf = async (ident: string) => (await getPurchase(buyer, { ident })).state;
const listOpen = async () => (await discrepancyList.page(admin)).rows;

test("proves each purchase by the balance of the supplier that it was sent to", async () => {
  await buyAtBoth();
  const delivered = await buyAt(second.id, "lost-answer");
  const lost = await buyAt(MAIN, "reset");
  await passDay();
  await buyAtBoth();
  await passDay();
  await reconcile();
  expect(await listOpen()).toEqual([]);
  expect([await stateOf(delivered), await stateOf(lost)]).toEqual(["successful", "failed"]);
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("settles nothing of a supplier whose balance moved without explanation, and everything of the others", async () => {
  await buyAtBoth();
  const open = await buyAt(second.id, "lost-answer");
  const proven = await buyAt(MAIN, "lost-answer");
  await second.control.spend(12_345n);
  await passDay();
  await buyAtBoth();
  await passDay();
  await reconcile();
  expect([await stateOf(open), await stateOf(proven)]).toEqual(["unconfirmed", "successful"]);
  const [gap, ...more] = await listOpen();
  expect(more).toEqual([]);
  const [row] = await at.system.db.execute(
    sql`select supplier_id, kind from discrepancies where closed_at is null`,
  );
  expect(row).toEqual({ supplier_id: second.id, kind: "fall" });
  expect(gap?.detail).toMatch(/^Supplier [0-9a-f-]+: The balance fell by/);
  const unconfirmed = (await unconfirmedList.page(admin)).rows.map(({ ident }) => ident);
  expect(unconfirmed.filter((ident) => [open, proven].includes(ident))).toEqual([open]);
  await acknowledgeDiscrepancies(admin, { id: [gap?.id ?? 0], reason: "somebody bought airtime" });
  await reconcile();
  expect(await listOpen()).toEqual([]);
});

test("an open discrepancy of one supplier keeps only that one’s purchases from being settled", async () => {
  await buyAtBoth();
  const open = await buyAt(second.id, "lost-answer");
  const proven = await buyAt(MAIN, "lost-answer");
  await passDay();
  await buyAtBoth();
  await passDay();
  await at.system.db.execute(sql`
    insert into discrepancies (key, kind, supplier_id, attempt_id, detail)
    select 'answer ' || id, 'answer', supplier_id, id, 'another number' from attempts where supplier_id = ${second.id}
    order by id limit 1`);
  await reconcile();
  expect([await stateOf(open), await stateOf(proven)]).toEqual(["unconfirmed", "successful"]);
  const [found] = await listOpen();
  await acknowledgeDiscrepancies(admin, { id: [found?.id ?? 0], reason: "a typing error" });
});

test("follows a supplier’s balance from when it is on again", async () => {
  await buyAtBoth();
  const before = await buyAt(second.id, "lost-answer");
  await passDay();
  await turnSecond(turnSupplierOff);
  await second.control.spend(12_345n);
  await turnSecond(turnSupplierOn);
  await buyAtBoth();
  const after = await buyAt(second.id, "lost-answer");
  await passDay();
  await buyAtBoth();
  await passDay();
  await reconcile();
  expect(await listOpen()).toEqual([]);
  expect([await stateOf(before), await stateOf(after)]).toEqual(["unconfirmed", "successful"]);
});

test("follows it so although its chain had passed the time in which it was off", async () => {
  await buyAtBoth();
  await passDay();
  await reconcile();
  const passed = await getLastCheckpoint(at.system, second.id);
  await turnSecond(turnSupplierOff);
  await turnSecond(turnSupplierOn);
  await reconcile();
  const again = await getLastCheckpoint(at.system, second.id);
  const [last] = await at.system.db.execute<{ ms: string }>(
    sql`select extract(epoch from max(answered_at)) * 1000 as ms from attempts where supplier_id = ${second.id}`,
  );
  expect(again?.at.getTime()).toBe(Math.floor(Number(last?.ms)));
  expect(passed?.at.getTime()).toBeGreaterThan(Number(last?.ms));
});

test("knows each supplier’s balance, and a deposit at one doesn’t explain the other’s", async () => {
  await buyAtBoth();
  const before = [await getUpstreamBalance(admin, MAIN), await getUpstreamBalance(admin, second.id)];
  await recordUpstreamDeposit(admin, {
    supplierId: second.id,
    amount: 50_000n,
    at: new Date(),
    reason: "paid in",
  });
  const after = [await getUpstreamBalance(admin, MAIN), await getUpstreamBalance(admin, second.id)];
  expect(after[0]?.amount).toBe(before[0]?.amount);
  const rows = await at.system.db.execute(
    sql`select supplier_id, amount from upstream_adjustments where amount = 50000`,
  );
  expect(rows).toEqual([{ supplier_id: second.id, amount: "50000" }]);
});

test("tells which supplier’s balance is low, until a deposit there is recorded", async () => {
  await buyAtBoth();
  const readLow = async () =>
    (await listUpstreamBalances(admin)).filter(({ low }) => low).map(({ supplier }) => supplier.id);
  const amount = (await getUpstreamBalance(admin, second.id))?.amount ?? 0n;
  await at.system.db.execute(sql`
    update suppliers set low_balance = case id when ${second.id} then ${amount + 1n}::bigint else 0 end`);
  expect(await readLow()).toEqual([second.id]);
  await at.system.db.execute(sql`
    insert into upstream_adjustments (supplier_id, amount, earliest, latest, actor, reason)
    values (${second.id}, 1, now() + interval '1 second', now() + interval '1 second', 'system:test', 'deposit')`);
  expect(await readLow()).toEqual([]);
});
