import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { requirePlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, type Db, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { formatPhone } from "#lib/core/text/phone";
import { claimNext, sendNext } from "#lib/dispatch/testing/claim-next";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { handleEvents } from "#lib/event/testing/handle-events";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { getNegativeCause } from "#lib/ledger/negative-cause";
import { getBalance } from "#lib/ledger/wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { cancelQueuedPurchases } from "#lib/purchase/settle/cancel-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { walletStatement } from "#lib/sales/wallet-statement";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { openTestShop, placeTestOrder, settleByDispatcher } from "#lib/shop/testing/test-shop";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { sendToAgent } from "./send-money.ts";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const { db } = system;
const bundle = at.offered(0, "top_user");
const START = 10_000_000n;
const MARGIN = 1_000n;
interface Person {
  id: number;
  ctx: Ctx;
}
let parent: Person;
let agent: Person;

async function addAgent(of: Person): Promise<Person> {
  const { id } = await at.reseller("smart_earner");
  return { id, ctx: await makeAgent(at, of.id, id) };
}

beforeAll(() => turnAgentsOn(system));
beforeEach(async () => {
  await cancelQueuedPurchases(system, sql`true`, { outcome: "over" });
  await resetSending(system);
  parent = await at.reseller("top_user");
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  agent = await addAgent(parent);
});

async function buy({ ctx }: Person) {
  const { planId, networkId } = bundle;
  const order = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
  return (await placePurchase(ctx, { ...order, ref: randomUUID() })).purchase;
}

async function end(id: number, to: "successful" | "failed" = "successful") {
  await db.execute(sql`update purchases set state = 'sending' where id = ${id} and state = 'queued'`);
  await settlePurchase(system, {
    ...{ purchaseId: id, from: ["sending", "unconfirmed"], to, by: "answer", outcome: null },
  });
}

async function leaveUnconfirmed() {
  const purchase = await buy(agent);
  await db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  await db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
    select 1, id, 'test', now() - interval '25 hours', now(), 'unconfirmed', cost
    from purchases where id = ${purchase.id}`);
  await db.execute(sql`update purchases set state = 'unconfirmed' where id = ${purchase.id}`);
  await storeSettings(db, advanceSettings, { enabled: true });
  await advanceUnconfirmed(system);
  return purchase;
}

async function countReversalEvents(): Promise<number> {
  const rows = await db.execute(sql`
    select from events where kind = 'wallet.changed' and reseller_id = ${parent.id}
      and facts->>'kind' = 'commission_reversal'`);
  return rows.length;
}

const earned = async () => (await getBalance(parent.ctx)).wallet - START;
const findings = async () => (await checkPurchases(system)).findings;

test("an advance pays the commission once the agent repaid it, and none where they keep it or it failed", async () => {
  const repaid = await leaveUnconfirmed();
  await end(repaid.id);
  expect(await earned()).toBe(0n);
  await Promise.allSettled([1, 2].map(() => repayAdvance(agent.ctx, { ident: repaid.ident })));
  expect(await earned()).toBe(MARGIN);
  const declined = await leaveUnconfirmed();
  await end(declined.id);
  await keepAdvance(agent.ctx, { ident: declined.ident });
  const failed = await leaveUnconfirmed();
  await end(failed.id, "failed");
  expect(await earned()).toBe(MARGIN);
  await reverseDeliveredPurchase(await at.admin(), { ident: repaid.ident, reason: "It never came" });
  expect(await earned()).toBe(0n);
  expect(await findings()).toEqual([]);
});

test("isn't sent to a supplier whose cost is between the parent's price and the agent's", async () => {
  onTestFinished(async () => {
    await at.sandbox.reset();
    await syncCatalogue(system);
  });
  const { ident } = await buy(agent);
  await at.sandbox.setPlan({ id: bundle.planId, prices: { api: bundle.price + 1n } });
  await syncCatalogue(system);
  expect(await claimNext(system, MAIN_SUPPLIER_ID)).toBeUndefined();
  await at.sandbox.setPlan({ id: bundle.planId, prices: { api: bundle.price } });
  await syncCatalogue(system);
  await sendNext(system, MAIN_SUPPLIER_ID);
  const [row] = await db.execute(sql`select state from purchases where ident = ${ident}`);
  expect(row?.state).toBe("successful");
  expect(await earned()).toBe(MARGIN);
});

test("an order in an agent's shop is bought at the agent's price, and pays the parent", async () => {
  const slug = `agent-${agent.id}`;
  await openTestShop(agent.ctx, slug, "20");
  const code = await placeTestOrder(system, slug);
  const [order] = (await orderList.page(agent.ctx)).rows;
  if (!order?.cost) throw new Error("The order has no cost.");
  const offer = requirePlanOffer(
    await getCatalogue(agent.ctx),
    order.planId,
    getPriceTerms(requireReseller(agent.ctx)),
  );
  expect([order.cost, offer.commission]).toEqual([offer.price, MARGIN]);
  const { ident } = await deliverOrder(agent.ctx, { code, ref: order.nextRef ?? "", price: order.cost });
  await settleByDispatcher(system, agent.ctx, ident);
  expect(await earned()).toBe(MARGIN);
  expect((await getBalance(agent.ctx)).wallet).toBe(START - offer.price);
  expect(await findings()).toEqual([]);
});

test("two agents, a batch of one and the parent buy, settle, send and reverse at once without a deadlock", async () => {
  const second = await addAgent(parent);
  const admin = await at.admin();
  const pairs = await db.execute(sql`select id from agents where parent_id = ${parent.id}`);
  const lines = Array.from({ length: 8 }, (_, n) => ({
    ...{ number: formatPhone(`+23480320000${10 + n}`), plan: String(bundle.planId), note: "" },
  }));
  const id = await createBatchDraft(second.ctx, { key: randomUUID(), lines });
  await startBatch(second.ctx, { id, version: (await getBatch(second.ctx, { id })).version });
  const buyers = [agent, second, parent];
  const first = await Promise.all(buyers.flatMap((of) => [buy(of), buy(of), buy(of)]));
  await end(first[0]?.id ?? 0);
  await Promise.all([
    placeBatchRows(system),
    reverseDeliveredPurchase(admin, { ident: first[0]?.ident ?? "", reason: "It never came" }),
    ...first.slice(1).map(({ id }) => end(id)),
    ...buyers.flatMap((of) => [buy(of), buy(of)]),
    ...pairs.map((pair) =>
      sendToAgent(parent.ctx, { pairId: Number(pair.id), amount: "1", ref: randomUUID() }),
    ),
  ]);
  const open = await db.execute(sql`
    select id from purchases where state = 'queued' and reseller_id in ${[parent.id, agent.id, second.id]}`);
  await Promise.all(open.map((row) => end(Number(row.id))));
  const [sum] = await db.execute(sql`
    select count(*)::int as count from journals where kind = 'commission' and reseller_id = ${parent.id}`);
  expect(sum?.count).toBe(6 + 8 + 4);
  expect(await findings()).toEqual([]);
});

test("a parent's wallet that is locked holds up the commission of their agents, and no one else", async () => {
  const [other, elsewhere] = [await addAgent(await at.reseller("top_user")), await at.reseller()];
  const release = await holdTransaction(
    db,
    sql`select from wallets where reseller_id = ${parent.id} for no key update`,
  );
  const stuck = await buy(agent);
  const settled = end(stuck.id);
  await waitForLocks(system, 1);
  for (const of of [other, elsewhere]) {
    const { id } = await buy(of);
    await end(id);
    const [row] = await db.execute(sql`select state from purchases where id = ${id}`);
    expect(row?.state).toBe("successful");
  }
  await release();
  await settled;
  expect(await earned()).toBe(MARGIN);
});

test("a reversal takes the parent's wallet below zero, says so once, and the next money fills it first", async () => {
  expect(await getNegativeCause(parent.ctx)).toBe("Your wallet was debited.");
  const [{ id, ident }, second, third] = [await buy(agent), await buy(agent), await buy(agent)];
  for (const each of [id, second.id, third.id]) await end(each);
  await postDebit(system, { resellerId: parent.id, amount: START + 2n * MARGIN, reason: "paid out" });
  const admin = await at.admin();
  const reverse = (ident: string) =>
    reverseDeliveredPurchase(admin, { ident, reason: "The network took it back" });
  await reverse(second.ident);
  expect(await countReversalEvents()).toBe(0);
  await reverse(ident);
  expect((await getBalance(parent.ctx)).wallet).toBe(-MARGIN);
  const [line] = (await walletStatement().page(parent.ctx, {}, 1)).rows;
  expect(line).toMatchObject({ kind: "commission_reversal", amount: -MARGIN, balance: -MARGIN });
  await expect(buy(parent)).rejects.toMatchObject({ code: "negative_wallet" });
  const cause = "A purchase of an agent was reversed, and your commission on it.";
  expect(await getNegativeCause(parent.ctx)).toBe(cause);
  await handleEvents(system);
  const [notification] = (await createNotificationList(NOTIFICATION_KINDS).page(parent.ctx)).rows;
  expect(`${notification?.title}: ${notification?.text}`).toBe(
    `₦10 debited from your wallet: ${cause} Your balance is -₦10.`,
  );
  await reverse(third.ident);
  expect(await countReversalEvents()).toBe(1);
  expect(await findings()).toEqual([]);
});

test("the check finds a commission that was changed, went to another, or is missing", async () => {
  const foreign = await at.reseller("top_user");
  const { id } = await buy(agent);
  await end(id);
  const findBroken = async (...damage: ReturnType<typeof sql>[]) => {
    let findings: string[] = [];
    const rolledBack = new Error("Nothing stays broken.");
    await db
      .transaction(async (tx) => {
        for (const statement of [sql`set local session_replication_role = replica`, ...damage])
          await tx.execute(statement);
        ({ findings } = await checkPurchases({ ...system, db: tx as unknown as Db }));
        throw rolledBack;
      })
      .catch((error) => expect(error).toBe(rolledBack));
    return findings;
  };
  const commission = sql`(select id from journals where kind = 'commission' and purchase_id = ${id})`;
  const matches = "1 commissions that don't match their purchase and its buyer's parent";
  expect(await findBroken(sql`update purchases set commission = commission - 1 where id = ${id}`)).toContain(
    matches,
  );
  expect(await findBroken(sql`update purchases set parent_id = ${foreign.id} where id = ${id}`)).toContain(
    matches,
  );
  expect(
    await findBroken(sql`update entries set amount = amount * 2 where journal_id = ${commission}`),
  ).toEqual(expect.arrayContaining([matches]));
  expect(
    await findBroken(
      sql`delete from entries where journal_id = ${commission}`,
      sql`update journals set purchase_id = null where id = ${commission}`,
    ),
  ).toContain("1 purchases whose ledger entries don't match their status");
  expect(await findings()).toEqual([]);
});
