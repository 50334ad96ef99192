import { sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { changeLevel, liftRestriction } from "#lib/account/reseller/change-reseller";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { handleEvents } from "#lib/event/testing/handle-events";
import { getBalance } from "#lib/ledger/wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { closeReseller, restrictReseller } from "#lib/reseller/restrict-reseller";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { storeSettings } from "#lib/testing/store-settings";
import { endAgent, endDuePairs, endPair, keepAgent, leaveParent } from "./end-pair.ts";
import { getOwnParent, listAgents } from "./list-agents.ts";
import { requestMoney, sendToAgent } from "./send-money.ts";
import { makeAgent, readAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const notificationList = createNotificationList(NOTIFICATION_KINDS);
const { db } = system;
const admin = await at.admin();
const bundle = at.offered(0, "top_user");
const level = at.offered(0, "smart_earner");
const reason = "We stop here";
let parent: { id: number; ctx: Ctx };
let agent: { id: number; ctx: Ctx };
let pairId: number;

beforeEach(async () => {
  await turnAgentsOn(system);
  [parent, agent] = [await at.reseller("top_user"), await at.reseller("smart_earner")];
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  agent.ctx = await makeAgent(at, parent.id, agent.id);
  pairId = (await getOwnParent(agent.ctx))?.pairId ?? 0;
  await handleEvents(system);
});

const priceNow = async () => {
  agent.ctx = await readAgent(system, agent.id);
  const plan = (await getCatalogue(system)).plans.get(bundle.planId);
  return plan && getPrice(plan, getPriceTerms(requireReseller(agent.ctx)));
};
const AS_AGENT = bundle.price + 1_000n;

const titles = async (ctx: Ctx) => {
  await handleEvents(system);
  const { rows } = await notificationList.page(ctx);
  return rows.filter(({ event }) => event === "agents").map(({ title }) => title);
};
const stateOf = async () => (await listAgents(parent.ctx)).find(({ id }) => id === pairId);

async function place() {
  const { planId, networkId } = bundle;
  const order = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
  return (await placePurchase(agent.ctx, { ...order, ref: crypto.randomUUID() })).purchase;
}

async function deliver(id: number) {
  await db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  await settlePurchase(system, {
    purchaseId: id,
    from: ["sending"],
    to: "successful",
    by: "answer",
    outcome: null,
  });
}

test("an agent leaves at once, and the purchases before still pay their commission", async () => {
  expect(await priceNow()).toBe(AS_AGENT);
  const before = await place();
  await leaveParent(agent.ctx);
  expect(await priceNow()).toBe(level.price);
  expect(await getOwnParent(agent.ctx)).toBeNull();
  const after = await place();
  expect([before.price, after.price]).toEqual([AS_AGENT, level.price]);
  for (const { id } of [before, after]) await deliver(id);
  expect((await getBalance(parent.ctx)).wallet).toBe(10_000_000n + 1_000n);
  expect(await titles(agent.ctx)).toEqual(["You’re no longer an agent"]);
  expect(await titles(parent.ctx)).toEqual(["An agent ended"]);
  await expect(leaveParent(agent.ctx)).rejects.toMatchObject({ code: "conflict" });
  expect((await checkPurchases(system)).findings).toEqual([]);
});

test("a parent ends it with notice: the price changes after it, and the agent is notified before and then", async () => {
  const { endsAt } = await endAgent(parent.ctx, { pairId, reason });
  expect(endsAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect(await titles(agent.ctx)).toEqual([expect.stringMatching(/^Your prices change /)]);
  await endDuePairs(system);
  expect(await priceNow()).toBe(AS_AGENT);
  expect((await getOwnParent(agent.ctx))?.endsAt).toEqual(endsAt);
  await expect(endAgent(parent.ctx, { pairId, reason })).rejects.toMatchObject({ code: "conflict" });
  await db.execute(sql`update agents set ends_at = now() where id = ${pairId}`);
  await Promise.all([endDuePairs(system), endDuePairs(system)]);
  expect(await priceNow()).toBe(level.price);
  expect(await stateOf()).toMatchObject({ state: "ended", reason });
  expect((await titles(agent.ctx))[0]).toBe("You’re no longer an agent");
});

test("a planned end is withdrawn, and the agent notified", async () => {
  await endAgent(parent.ctx, { pairId, reason });
  await keepAgent(parent.ctx, { pairId });
  await endDuePairs(system);
  expect(await stateOf()).toMatchObject({ state: "active", endsAt: null, reason: null });
  expect((await titles(agent.ctx))[0]).toBe("You stay an agent");
  await expect(keepAgent(parent.ctx, { pairId })).rejects.toMatchObject({ code: "conflict" });
});

test("one pair that can't be ended keeps none of the others from it", async () => {
  const second = await at.reseller("smart_earner");
  await makeAgent(at, parent.id, second.id);
  await db.execute(sql`update agents set ends_at = now(), reason = ${reason} where parent_id = ${parent.id}`);
  onTestFinished(await rejectRow(system, "agents", `new.id = ${pairId} and new.state = 'ended'`));
  await expect(endDuePairs(system)).rejects.toThrow();
  expect((await listAgents(parent.ctx)).map(({ id, state }) => [id === pairId, state])).toEqual([
    [true, "active"],
    [false, "ended"],
  ]);
});

test("only the two of a pair end it, and admins", async () => {
  const stranger = await at.reseller("top_user");
  for (const ctx of [stranger.ctx, agent.ctx]) {
    await expect(endAgent(ctx, { pairId, reason })).rejects.toMatchObject({ code: "not_found" });
    await expect(keepAgent(ctx, { pairId })).rejects.toMatchObject({ code: "not_found" });
    await expect(endPair(ctx, { id: pairId, reason })).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(leaveParent(parent.ctx)).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf()).toMatchObject({ state: "active" });
  await endPair(admin, { id: pairId, reason });
  expect(await stateOf()).toMatchObject({ state: "ended", reason });
  await expect(endPair(admin, { id: pairId, reason })).rejects.toMatchObject({ code: "conflict" });
});

async function change(): Promise<{ resellerId: number; version: number; reason: string }> {
  const [row] = await db.execute(sql`select version from resellers where id = ${parent.id}`);
  return { resellerId: parent.id, version: Number(row?.version), reason };
}

test("the own level's price counts at once while the parent is restricted or demoted, and both are notified", async () => {
  await restrictReseller(admin, await change());
  expect(await priceNow()).toBe(level.price);
  await liftRestriction(admin, await change());
  expect(await priceNow()).toBe(AS_AGENT);
  await storeSettings(db, agentSettings, { enabled: true, from: "top_user", margin: 2_000 });
  await changeLevel(admin, { ...(await change()), level: "affiliate" });
  expect(await priceNow()).toBe(level.price);
  expect((await titles(agent.ctx)).length).toBe(3);
  expect(await titles(parent.ctx)).toEqual([
    "Your agents pay their own level’s price now",
    "Your agents pay your price again",
    "Your agents pay their own level’s price now",
  ]);
});

test("the same where the operator turns agents off, for each pair once", async () => {
  await storeSettings(db, agentSettings, { enabled: false, from: "smart_earner", margin: 2_000 });
  expect(await priceNow()).toBe(level.price);
  await storeSettings(db, agentSettings, { enabled: false, from: "smart_earner", margin: 1_000 });
  expect(await titles(agent.ctx)).toEqual(["Your prices changed"]);
  expect(await titles(parent.ctx)).toEqual(["Your agents pay their own level’s price now"]);
});

test("a closed account ends its pairs, and money that was sent stays the agent's", async () => {
  await sendToAgent(parent.ctx, { pairId, amount: "50", ref: "sent" });
  await closeReseller(admin, await change());
  expect(await priceNow()).toBe(level.price);
  expect(await titles(agent.ctx)).toEqual(["You’re no longer an agent"]);
  expect(await getOwnParent(agent.ctx)).toBeNull();
  expect((await getBalance(agent.ctx)).wallet).toBe(10_000_000n + 5_000n);
});

test("after the end, money that was sent can be requested, and none sent", async () => {
  await sendToAgent(parent.ctx, { pairId, amount: "50", ref: "before" });
  await leaveParent(agent.ctx);
  await requestMoney(parent.ctx, { pairId, amount: "50", ref: "asked" });
  await expect(sendToAgent(parent.ctx, { pairId, amount: "1", ref: "after" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("money that is sent counts for the parent's daily limit, with purchases", async () => {
  await db.execute(sql`update resellers set daily_limit = ${bundle.price + 10_000n} where id = ${parent.id}`);
  await sendToAgent(parent.ctx, { pairId, amount: "100", ref: "1" });
  await expect(
    sendToAgent(parent.ctx, { pairId, amount: bundle.price + 1n, ref: "2" }),
  ).rejects.toMatchObject({
    code: "invalid",
    fields: { amount: [expect.stringContaining("today’s limit")] },
  });
  const { planId, networkId } = bundle;
  const order = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
  await placePurchase(parent.ctx, { ...order, ref: crypto.randomUUID() });
  await expect(placePurchase(parent.ctx, { ...order, ref: crypto.randomUUID() })).rejects.toMatchObject({
    code: "daily_limit",
  });
  await expect(sendToAgent(parent.ctx, { pairId, amount: "0.01", ref: "3" })).rejects.toMatchObject({
    code: "invalid",
  });
});
