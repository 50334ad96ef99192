import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { requirePlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { getBalance } from "#lib/ledger/wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { makeAgent, readAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const { db } = system;
let parent: { id: number; ctx: Ctx };
let agent: { id: number; ctx: Ctx };
const START = 10_000_000n;
/** The parent's own price, for a top user. */
const parentOffer = at.offered(0, "top_user");
const margin = 1_000n;

beforeAll(() => turnAgentsOn(system));

beforeEach(async () => {
  [parent, agent] = [await at.reseller("top_user"), await at.reseller("smart_earner")];
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  agent.ctx = await makeAgent(at, parent.id, agent.id);
});

const offer = async (ctx: Ctx) =>
  requirePlanOffer(await getCatalogue(ctx), parentOffer.planId, getPriceTerms(requireReseller(ctx)));

async function buy(price?: bigint): Promise<{ id: number; ident: string; price: bigint }> {
  const { planId, networkId } = parentOffer;
  const request = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
  const seen = price ?? (await offer(agent.ctx)).price;
  const { purchase } = await placePurchase(agent.ctx, { ...request, ref: crypto.randomUUID(), price: seen });
  return purchase;
}

async function end(id: number, to: "successful" | "failed") {
  await db.execute(sql`update purchases set state = 'sending' where id = ${id} and state = 'queued'`);
  return settlePurchase(system, {
    purchaseId: id,
    from: ["sending", "unconfirmed"],
    to,
    by: "answer",
    outcome: null,
  });
}

const wallets = async () => ({
  parent: (await getBalance(parent.ctx)).wallet - START,
  agent: (await getBalance(agent.ctx)).wallet - START,
});

const operatorSales = async () => {
  const [row] = await db.execute<{ sales: string }>(sql`
    select sum(sales) as sales from wallets where reseller_id in (${parent.id}, ${agent.id})`);
  return BigInt(row?.sales ?? 0);
};

test("an agent sees and pays the parent's own price with the margin, whatever their own level", async () => {
  expect((await offer(agent.ctx)).price).toBe(parentOffer.price + margin);
  expect((await buy()).price).toBe(parentOffer.price + margin);
});

test("a delivered purchase pays the parent the margin, and the operator the parent's price", async () => {
  const { id, price } = await buy();
  expect(await wallets()).toEqual({ parent: 0n, agent: -price });
  await end(id, "successful");
  expect(await wallets()).toEqual({ parent: margin, agent: -price });
  expect(await operatorSales()).toBe(parentOffer.price);
  expect((await checkPurchases(system)).findings).toEqual([]);
});

test("a failed purchase pays no one", async () => {
  const { id } = await buy();
  await end(id, "failed");
  expect(await wallets()).toEqual({ parent: 0n, agent: 0n });
  expect(await operatorSales()).toBe(0n);
});

test("a reversal takes the commission back, below zero if need be", async () => {
  const { id, ident } = await buy();
  await end(id, "successful");
  await db.execute(sql`select`);
  await reverseDeliveredPurchase(await at.admin(), { ident, reason: "The network took it back." });
  expect(await wallets()).toEqual({ parent: 0n, agent: 0n });
  expect(await operatorSales()).toBe(0n);
  expect((await checkPurchases(system)).findings).toEqual([]);
});

test("settling twice, also at once, pays one commission", async () => {
  const { id } = await buy();
  await Promise.all([end(id, "successful"), end(id, "successful"), end(id, "successful")]);
  expect((await wallets()).parent).toBe(margin);
});

test("refuses a price that the parent changed since it was shown", async () => {
  const { price } = await offer(agent.ctx);
  await saveMarkup(parent.ctx, { kind: "flat", value: "20", audience: "agents" });
  await expect(buy(price)).rejects.toMatchObject({ code: "unavailable" });
  agent.ctx = await readAgent(system, agent.id);
  await expect(buy(price)).rejects.toMatchObject({ code: "price_changed" });
  expect((await buy()).price).toBe(parentOffer.price + 2n * margin);
});
