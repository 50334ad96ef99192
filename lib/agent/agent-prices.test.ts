import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { savePriceRule } from "#lib/catalogue/price/change-price-rules";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { notifyAgentPrices } from "#lib/notification/notify-agent-prices";
import { notifyPriceChanges } from "#lib/notification/notify-price-changes";
import { saveMarkup } from "#lib/price-list/save-markup";
import { deliverPurchase } from "#lib/testing/deliver-purchase";
import { openScene } from "#lib/testing/open-scene";
import { rejectRow } from "#lib/testing/reject-row";
import { explainAgentPrice } from "./explain-agent-price.ts";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const notificationList = createNotificationList(NOTIFICATION_KINDS);
const admin = await at.admin();
const { planId } = at.offered();
let parent: { id: number; ctx: Ctx };
let agent: { id: number; ctx: Ctx };

beforeAll(() => turnAgentsOn(system));
beforeEach(async () => {
  [parent, agent] = [await at.reseller("top_user"), await at.reseller("smart_earner")];
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  agent.ctx = await makeAgent(at, parent.id, agent.id);
});

async function notify() {
  await notifyPriceChanges(system);
  await notifyAgentPrices(system);
}
const read = async (ctx: Ctx) =>
  (await notificationList.page(ctx)).rows.filter(({ event }) => event === "prices").map(({ text }) => text);
const raise = async (level: "top_user" | "smart_earner", value: string) =>
  savePriceRule(admin, {
    ...{ networkId: null, typeId: null, planId, level },
    ...{ kind: "flat", value, reason: "they raised it" },
    expectedVersion: (await getCatalogue(system)).version,
  });
const explain = () => explainAgentPrice(admin, { resellerId: agent.id, planId });

test("notifies an agent of their own price, and not of their level's", async () => {
  await deliverPurchase(at, agent.ctx);
  await notify();
  const was = (await explain()).price ?? 0n;
  await raise("smart_earner", "91");
  await notify();
  expect(await read(agent.ctx)).toEqual([]);
  await raise("top_user", "23");
  await Promise.all([notify(), notify()]);
  await notify();
  const now = (await explain()).price ?? 0n;
  expect(now).not.toBe(was);
  expect(await read(agent.ctx)).toEqual([
    expect.stringContaining(`: ${formatMoney(now)}, was ${formatMoney(was)}`),
  ]);
});

test("notifies of what the parent changes as of what the operator does, and only agents who sell the plan", async () => {
  const [idle, stranger] = [await at.reseller("smart_earner"), await at.reseller("smart_earner")];
  idle.ctx = await makeAgent(at, parent.id, idle.id);
  await deliverPurchase(at, agent.ctx);
  await deliverPurchase(at, stranger.ctx);
  await notify();
  await saveMarkup(parent.ctx, { kind: "flat", value: "12", audience: "customers" });
  await notify();
  expect(await read(agent.ctx)).toEqual([]);
  const was = (await explain()).price ?? 0n;
  await saveMarkup(parent.ctx, { kind: "flat", value: "15", audience: "agents" });
  await notify();
  expect(await read(agent.ctx)).toEqual([
    expect.stringContaining(`: ${formatMoney(was + 500n)}, was ${formatMoney(was)}`),
  ]);
  for (const { ctx } of [idle, stranger, parent]) expect(await read(ctx)).toEqual([]);
});

test("a parent whose agents can't be notified keeps no others from it", async () => {
  const [other, otherAgent] = [await at.reseller("top_user"), await at.reseller("smart_earner")];
  otherAgent.ctx = await makeAgent(at, other.id, otherAgent.id);
  await deliverPurchase(at, otherAgent.ctx);
  await notify();
  onTestFinished(
    await rejectRow(system, "agent_price_checkpoints", `new.parent_id = ${parent.id}`, "insert"),
  );
  for (const { ctx } of [parent, other])
    await saveMarkup(ctx, { kind: "flat", value: "5", audience: "agents" });
  await expect(notifyAgentPrices(system)).rejects.toThrow();
  expect(await read(otherAgent.ctx)).toHaveLength(1);
});
