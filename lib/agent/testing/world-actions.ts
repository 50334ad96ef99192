import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { LEVELS, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { saveMarkup } from "#lib/price-list/save-markup";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { storeSettings } from "#lib/testing/store-settings";
import { acceptRequest, declineRequest } from "../answer-request.ts";
import { endPair, leaveParent } from "../end-pair.ts";
import { requestMoney, sendToAgent } from "../send-money.ts";
import { move, pick, via, type World } from "./agent-world.ts";
import { makeAgent, readAgent } from "./make-agent.ts";
import { advance, answer, onceMore, reverse, settle } from "./purchase-ends.ts";

const reason = "as agreed";

async function look(world: World, agent: number) {
  const ctx = await readAgent(world.at.system, agent);
  const catalogue = await getCatalogue(ctx);
  const offers = world.plans.map(({ planId }) =>
    findPlanOffer(catalogue, planId, getPriceTerms(requireReseller(ctx))),
  );
  const page = {
    ctx,
    prices: offers.map((offer) => offer?.price),
    commissions: offers.map((offer) => offer?.commission ?? 0n),
  };
  world.shown.set(agent, page);
  return page;
}

/** Places by what the page showed, also long ago: at that price, or not at all. */
async function buy(world: World, agent: number, n: number) {
  const page = world.shown.get(agent) ?? (await look(world, agent));
  const plan = pick(world.plans, n);
  const price = pick(page.prices, n);
  if (!plan || price === undefined) return;
  const { actor } = page.ctx;
  const order = { ...plan, phone: "08031234567", channel: "web", again: true, ref: world.ref } as const;
  const { purchase } = await placePurchase(via(world, page.ctx), { ...order, price });
  expect(purchase.price).toBe(price);
  move(world, agent, -price);
  world.bought.push({
    ...{ id: purchase.id, ident: purchase.ident, agent, price, state: "open" },
    commission: pick(page.commissions, n) ?? 0n,
    parentId: actor.kind === "reseller" ? actor.agent?.parentId : undefined,
  });
}

async function findPair({ at }: World, agentId: number) {
  const [pair] = await at.system.db.execute<{ id: string; parent_id: string }>(
    sql`select id, parent_id from agents where agent_id = ${agentId} and state = 'active'`,
  );
  return pair && { id: Number(pair.id), parentId: Number(pair.parent_id) };
}

/** Ends a pair by the agent or an admin. */
async function part(world: World, agent: number, n: number) {
  const pair = await findPair(world, agent);
  if (!pair) return;
  if (n % 2 === 0) await leaveParent(via(world, await readAgent(world.at.system, agent)));
  else await endPair(via(world, world.admin), { id: pair.id, reason });
}

async function join(world: World, agent: number, n: number) {
  const parent = pick(world.parents, n);
  if (parent && !(await findPair(world, agent))) await makeAgent(world.at, parent.id, agent);
}

async function findParent(world: World, agent: number) {
  const pair = await findPair(world, agent);
  const parent = world.parents.find(({ id }) => id === pair?.parentId);
  return pair && parent && { pairId: pair.id, parentId: parent.id, ctx: via(world, parent.ctx) };
}

async function send(world: World, agent: number, n: number) {
  const parent = await findParent(world, agent);
  if (!parent) return;
  const amount = BigInt(n + 1);
  await sendToAgent(parent.ctx, { pairId: parent.pairId, amount, ref: world.ref });
  move(world, parent.parentId, -amount);
  move(world, agent, amount);
}

async function request(world: World, agent: number, n: number) {
  const parent = await findParent(world, agent);
  if (!parent) return;
  const { pairId, parentId, ctx } = parent;
  const amount = BigInt((n % 5) + 1);
  const { id } = await requestMoney(ctx, { pairId, amount, ref: world.ref });
  world.asked.push({ id, agent, parentId, amount });
}

/** Answers the oldest request: accepts most. */
async function respond(world: World, _agent: number, n: number) {
  const [asked] = world.asked;
  if (!asked) return;
  const { id, agent, parentId, amount } = asked;
  const ctx = via(world, await readAgent(world.at.system, agent));
  if (n % 4 === 3) await onceMore(world, declineRequest(ctx, { id }));
  else {
    await acceptRequest(ctx, { id });
    move(world, agent, -amount);
    move(world, parentId, amount);
  }
  world.asked.shift();
}

async function setPrices(world: World, agent: number, n: number) {
  const parent = pick(world.parents, agent);
  if (!parent) return;
  const kind = pick(["flat", "percent", "plan"] as const, n) ?? "flat";
  const value = String((n * 7) % 40);
  const audience = "agents" as const;
  if (kind === "plan")
    await savePlanPrice(parent.ctx, {
      ...{
        planId: pick(world.plans, n)?.planId ?? 0,
        pricing: "fixed",
        value: String(100 + n * 13),
        audience,
      },
    });
  else await saveMarkup(parent.ctx, { kind, value, audience });
}

const setReseller = async ({ at, parents }: World, agent: number, set: ReturnType<typeof sql>) => {
  await at.system.db.execute(sql`update resellers set ${set} where id = ${pick(parents, agent)?.id}`);
};

/** Everything that happens in histories: to a world, by an agent, with a number that chooses. */
export const ACTIONS = {
  look: async (world: World, agent: number) => void (await look(world, agent)),
  buy,
  buyAgain: buy,
  deliver: (world: World, _: number, n: number) => settle(world, pick(world.bought, n), "successful"),
  deliverLast: (world: World) => settle(world, world.bought.at(-1), "successful"),
  fail: (world: World, _: number, n: number) => settle(world, pick(world.bought, n), "failed"),
  advance: (world: World, _: number, n: number) => advance(world, pick(world.bought, n)),
  answer: (world: World, _: number, n: number) =>
    answer(
      world,
      world.bought.find(({ state }) => state === "awaiting"),
      n % 3 > 0,
    ),
  reverse: (world: World, _: number, n: number) => reverse(world, pick(world.bought, n)),
  prices: setPrices,
  level: (world: World, agent: number, n: number) =>
    setReseller(world, agent, sql`level = ${pick(LEVELS, n)}`),
  ownLevel: async ({ at }: World, agent: number, n: number) =>
    void (await at.system.db.execute(
      sql`update resellers set level = ${pick(LEVELS, n)} where id = ${agent}`,
    )),
  restrict: (world: World, agent: number, n: number) =>
    setReseller(world, agent, sql`state = ${n % 2 === 0 ? "restricted" : "active"}`),
  settings: ({ at }: World, _agent: number, n: number) =>
    storeSettings(at.system.db, agentSettings, {
      ...{
        enabled: n % 4 !== 0,
        from: pick(LEVELS.slice(0, 3), n) ?? "affiliate",
        margin: 100 * (n % 30) + 1,
      },
    }),
  part,
  join,
  send,
  request,
  respond,
} satisfies Record<string, (world: World, agent: number, n: number) => Promise<void>>;

export type ActionName = keyof typeof ACTIONS;
