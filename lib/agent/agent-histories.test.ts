import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, LEVELS, requireReseller } from "#lib/core/context";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { getBalance } from "#lib/ledger/wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { keepAdvance, repayAdvance } from "#lib/purchase/advance/answer-advance";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_EFFORT, TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { endPair, leaveParent } from "./end-pair.ts";
import { sendToAgent } from "./send-money.ts";
import { makeAgent, readAgent } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const { db } = system;
const admin = await at.admin();
const PLANS = [0, 1].map((n) => at.offered(n, "smart_earner"));
const START = 50_000_000n;
const [PARENTS, AGENTS] = [2, 6];
const reason = "as agreed";
const happened = new Map<string, number>();
const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
afterAll(() => write.mockRestore());

type Bought = {
  id: number;
  ident: string;
  agent: number;
  price: bigint;
  /** By the price that the page showed. */
  commission: bigint;
  parentId: number | undefined;
  state: "open" | "advanced" | "awaiting" | "delivered" | "repaid" | "kept" | "failed" | "reversed";
};

async function createWorld() {
  const parents = [];
  const agents = [];
  for (let n = 0; n < PARENTS; n++) parents.push(await at.reseller("top_user", START));
  for (let n = 0; n < AGENTS; n++) agents.push(await at.reseller(LEVELS[n % 3], START));
  await storeSettings(db, agentSettings, { enabled: true, from: "smart_earner", margin: 2_000 });
  await storeSettings(db, advanceSettings, { enabled: true });
  for (const [n, { id }] of agents.entries()) await makeAgent(at, parents[n % PARENTS]?.id ?? 0, id);
  return {
    parents,
    agents,
    bought: [] as Bought[],
    /** The prices on each agent's page, until it is read again. */
    shown: new Map<number, { ctx: Ctx; prices: (bigint | undefined)[]; commissions: bigint[] }>(),
    wallets: new Map([...parents, ...agents].map(({ id }) => [id, START])),
    sales: 0n,
  };
}
type World = Awaited<ReturnType<typeof createWorld>>;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const move = ({ wallets }: World, id: number, amount: bigint) =>
  wallets.set(id, (wallets.get(id) ?? 0n) + amount);

async function look(world: World, agent: number) {
  const ctx = await readAgent(system, agent);
  const catalogue = await getCatalogue(ctx);
  const offers = PLANS.map(({ planId }) =>
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
  const plan = pick(PLANS, n);
  const price = pick(page.prices, n);
  if (!plan || price === undefined) return;
  const { actor } = page.ctx;
  const order = { ...plan, phone: "08031234567", channel: "web", again: true, ref: randomUUID() } as const;
  const { purchase } = await placePurchase(page.ctx, { ...order, price });
  expect(purchase.price).toBe(price);
  move(world, agent, -price);
  world.bought.push({
    ...{ id: purchase.id, ident: purchase.ident, agent, price, state: "open" },
    commission: pick(page.commissions, n) ?? 0n,
    parentId: actor.kind === "reseller" ? actor.agent?.parentId : undefined,
  });
}

/** Pays the commission of a purchase out of sales, or takes it back. */
function pay(world: World, { commission, parentId }: Bought, sign: 1n | -1n) {
  world.sales -= sign * commission;
  if (parentId !== undefined) move(world, parentId, sign * commission);
}

async function settle(world: World, purchase: Bought | undefined, to: "successful" | "failed") {
  if (purchase?.state !== "open" && purchase?.state !== "advanced") return;
  await db.execute(
    sql`update purchases set state = 'sending' where id = ${purchase.id} and state = 'queued'`,
  );
  // As three processes at once.
  await Promise.all(
    [1, 2, 3].map(() =>
      settlePurchase(system, {
        ...{ purchaseId: purchase.id, from: ["sending", "unconfirmed"], to, by: "answer", outcome: null },
      }),
    ),
  );
  if (to === "successful") world.sales += purchase.price;
  if (purchase.state === "advanced") {
    purchase.state = to === "failed" ? "failed" : "awaiting";
    return;
  }
  purchase.state = to === "failed" ? "failed" : "delivered";
  if (to === "failed") move(world, purchase.agent, purchase.price);
  else pay(world, purchase, 1n);
}

async function advance(world: World, purchase: Bought | undefined) {
  if (purchase?.state !== "open") return;
  await db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  await db.execute(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
    select 1, id, 'test', now() - interval '25 hours', now(), 'unconfirmed', cost from purchases where id = ${purchase.id}`);
  await db.execute(sql`update purchases set state = 'unconfirmed' where id = ${purchase.id}`);
  await advanceUnconfirmed(system);
  purchase.state = "advanced";
  move(world, purchase.agent, purchase.price);
}

async function answer(world: World, purchase: Bought | undefined, repays: boolean) {
  if (purchase?.state !== "awaiting") return;
  const ctx = await readAgent(system, purchase.agent);
  await (repays ? repayAdvance : keepAdvance)(ctx, { ident: purchase.ident });
  purchase.state = repays ? "repaid" : "kept";
  if (!repays) return;
  move(world, purchase.agent, -purchase.price);
  pay(world, purchase, 1n);
}

async function reverse(world: World, purchase: Bought | undefined) {
  if (purchase?.state !== "delivered" && purchase?.state !== "repaid") return;
  await reverseDeliveredPurchase(admin, { ident: purchase.ident, reason });
  purchase.state = "reversed";
  world.sales -= purchase.price;
  move(world, purchase.agent, purchase.price);
  pay(world, purchase, -1n);
}

async function findPair(agentId: number) {
  const [pair] = await db.execute<{ id: string; parent_id: string }>(
    sql`select id, parent_id from agents where agent_id = ${agentId} and state = 'active'`,
  );
  return pair && { id: Number(pair.id), parentId: Number(pair.parent_id) };
}

async function part(_world: World, agent: number, n: number) {
  const pair = await findPair(agent);
  if (!pair) return;
  if (n % 2 === 0) await leaveParent(await readAgent(system, agent));
  else await endPair(admin, { id: pair.id, reason });
}

async function join(world: World, agent: number, n: number) {
  const parent = pick(world.parents, n);
  if (parent && !(await findPair(agent))) await makeAgent(at, parent.id, agent);
}

async function send(world: World, agent: number, n: number) {
  const pair = await findPair(agent);
  const parent = world.parents.find(({ id }) => id === pair?.parentId);
  if (!pair || !parent) return;
  await sendToAgent(parent.ctx, { pairId: pair.id, amount: BigInt(n + 1), ref: randomUUID() });
  move(world, parent.id, -BigInt(n + 1));
  move(world, agent, BigInt(n + 1));
}

async function setPrices(world: World, agent: number, n: number) {
  const parent = pick(world.parents, agent);
  if (!parent) return;
  const kind = pick(["flat", "percent", "plan"] as const, n) ?? "flat";
  const value = String((n * 7) % 40);
  const audience = "agents" as const;
  if (kind === "plan")
    await savePlanPrice(parent.ctx, {
      ...{ planId: pick(PLANS, n)?.planId ?? 0, pricing: "fixed", value: String(100 + n * 13), audience },
    });
  else await saveMarkup(parent.ctx, { kind, value, audience });
}

const setReseller = async (world: World, agent: number, set: ReturnType<typeof sql>) => {
  await db.execute(sql`update resellers set ${set} where id = ${pick(world.parents, agent)?.id}`);
};

const ACTIONS = {
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
  ownLevel: async (_world: World, agent: number, n: number) =>
    void (await db.execute(sql`update resellers set level = ${pick(LEVELS, n)} where id = ${agent}`)),
  restrict: (world: World, agent: number, n: number) =>
    setReseller(world, agent, sql`state = ${n % 2 === 0 ? "restricted" : "active"}`),
  settings: (_world: World, _agent: number, n: number) =>
    storeSettings(db, agentSettings, {
      ...{
        enabled: n % 4 !== 0,
        from: pick(LEVELS.slice(0, 3), n) ?? "affiliate",
        margin: 100 * (n % 30) + 1,
      },
    }),
  part,
  join,
  send,
} satisfies Record<string, (world: World, agent: number, n: number) => Promise<void>>;

/** The reasons for which an action does nothing. */
const EXPECTED = [
  "price_changed",
  "unavailable",
  "insufficient_funds",
  "restricted",
  "conflict",
  "negative_wallet",
];

const anyStep = fc.record({
  what: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  agent: fc.nat(AGENTS - 1),
  n: fc.nat(40),
});

type Step = { what: keyof typeof ACTIONS; agent: number; n: number };

/** A history with each kind of movement, which random ones may lack. */
const EACH_KIND: Step[] = [
  ...[0, 1, 2].map((agent): Step => ({ what: "buy", agent, n: 0 })),
  { what: "deliver", agent: 0, n: 0 },
  { what: "reverse", agent: 0, n: 0 },
  { what: "fail", agent: 0, n: 1 },
  { what: "advance", agent: 0, n: 2 },
  { what: "deliver", agent: 0, n: 2 },
  { what: "answer", agent: 0, n: 1 },
  { what: "send", agent: 0, n: 5 },
];

async function run(steps: readonly Step[]) {
  const world = await createWorld();
  for (const { what, agent, n } of steps) {
    const before = [...world.wallets.values()].join() + world.bought.map(({ state }) => state).join();
    const error = await ACTIONS[what](world, world.agents[agent]?.id ?? 0, n).then(
      () => undefined,
      (error: { code?: string }) => error,
    );
    if (error && !EXPECTED.includes(error.code ?? "")) throw error;
    const after = [...world.wallets.values()].join() + world.bought.map(({ state }) => state).join();
    if (before !== after) happened.set(what, (happened.get(what) ?? 0) + 1);
  }
  return world;
}

test(
  "each kobo of agents and parents is where the shown prices say, whatever happened in whatever order",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60 }), async (steps) => {
        const world = await run(steps);
        const ids = [...world.wallets.keys()];
        for (const { id, ctx } of [...world.parents, ...world.agents])
          expect((await getBalance(ctx)).wallet, `wallet of ${id}`).toBe(world.wallets.get(id));
        const [sums] = await db.execute<Record<"sales" | "all", string>>(sql`
          select sum(sales) as sales, sum(wallet + held + sales + funding + advanced) as all
          from wallets where reseller_id in ${ids}`);
        expect([BigInt(sums?.sales ?? 0), BigInt(sums?.all ?? 0)]).toEqual([world.sales, 0n]);
        const paid = await db.execute<{ id: string; kinds: string }>(sql`
          select purchase_id as id, string_agg(kind, ' ' order by id) as kinds
          from journals
          where kind like 'commission%' and purchase_id in (
            select id from purchases where reseller_id in ${ids})
          group by purchase_id`);
        const expected = world.bought.flatMap(({ id, commission, state }) => {
          if (commission === 0n) return [];
          if (state === "reversed") return [[id, "commission commission_reversal"]];
          return state === "delivered" || state === "repaid" ? [[id, "commission"]] : [];
        });
        expect(new Map(paid.map(({ id, kinds }) => [Number(id), kinds]))).toEqual(
          new Map(expected as [number, string][]),
        );
        expect((await checkPurchases(system)).findings).toEqual([]);
      }),
      { numRuns: 3 + Math.ceil(TEST_EFFORT.histories / 25), examples: [[EACH_KIND]], endOnFailure: true },
    );
    expect([...happened.keys()].sort()).toEqual(
      expect.arrayContaining(["answer", "buy", "deliver", "fail", "reverse", "send"]),
    );
  },
  TEST_TIMEOUT_MS,
);
