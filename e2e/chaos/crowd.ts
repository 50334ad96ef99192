import { TestAccounts } from "#e2e/test-accounts";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx, Level } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { asReseller } from "#lib/testing/scene";
import type { Person } from "./buyer.ts";
import { createProgram, type ProgramLimits } from "./create-program.ts";
import type { Limits } from "./judge-limits.ts";
import { createPageBuyer } from "./page-buyer.ts";

/** Money of each buyer: for some hundred purchases, and then for none, so that refusals happen too. */
const START_BALANCE = 20_000_000n;

export interface Crowd {
  buyers: Person[];
  limits: Limits[];
  /** Resellers who run batches. */
  batchResellers: number[];
  offers: { planId: number; networkId: number }[];
}

/** Creates buyers with money, some with limits: API clients with tokens, and signed-in browsers of resellers and helpers. */
export async function createCrowd(ctx: Ctx, programs: number, browsers: number, batches = 0): Promise<Crowd> {
  await syncCatalogue(ctx);
  const { plans } = await getCatalogue(ctx);
  const sold = [...plans.values()].flatMap((plan) => {
    const price = getLevelPrice(plan, "api");
    return price === undefined ? [] : [{ planId: plan.id, networkId: plan.networkId, price }];
  });
  const prices = new Map(sold.map(({ planId, price }) => [planId, price]));
  const average = sold.reduce((sum, { price }) => sum + price, 0n) / BigInt(sold.length);
  const accounts = new TestAccounts(ctx);
  const buyers: Person[] = [];
  const limits: Limits[] = [];
  for (let n = 0; n < programs; n++) {
    const { id } = await createChaosReseller(ctx, n, "api");
    const program = await createProgram(ctx, id, chooseLimits(n, average, sold));
    buyers.push(program.person);
    limits.push(...program.limits);
  }
  for (let n = programs; n < programs + browsers; n++) {
    const reseller = await createChaosReseller(ctx, n, "api");
    const day = n % 2 === 1 ? average * 2n : undefined;
    const { cookie, spender } = await createCookie(accounts, reseller, day);
    if (day !== undefined && spender) limits.push({ reseller: reseller.id, spender, day });
    const ask = createPageBuyer(cookie, (planId) => prices.get(planId) ?? 0n);
    buyers.push({ name: String(reseller.id), reseller: reseller.id, channel: "web", spender, ask });
  }
  await makeAgents(ctx, buyers.slice(0, programs));
  const batchResellers: number[] = [];
  for (let n = 0; n < batches; n++)
    batchResellers.push((await createChaosReseller(ctx, buyers.length + n, "api")).id);
  return { buyers, limits, batchResellers, offers: sold };
}

/** Limits of every second program, which it reaches within minutes: of its day, its reseller's day, one purchase, the rate. */
function chooseLimits(n: number, average: bigint, offers: readonly { networkId: number }[]): ProgramLimits {
  if (n % 4 === 1) return { day: average * 2n };
  if (n % 8 === 3) return { resellerDay: average * 2n };
  // One that is always denied asks more often than the rate allows.
  if (n % 16 === 15) return { networkIds: [UNSOLD_NETWORK] };
  return n % 8 === 7 ? { purchase: average, networkIds: [offers[n]?.networkId ?? 1] } : {};
}

const UNSOLD_NETWORK = 9_999;

/** Makes every third program's reseller the parent of the two after it, who pay 10 more. */
async function makeAgents(ctx: Ctx, programs: Person[]): Promise<void> {
  await turnAgentsOn(ctx);
  for (const [n, agent] of programs.entries()) {
    const parent = programs[n - (n % 3)];
    if (!parent || parent === agent) continue;
    await makeAgent({ system: ctx }, parent.reseller, agent.reseller);
    const parentCtx = await asReseller(ctx, parent.reseller);
    await saveMarkup(parentCtx, { kind: "flat", value: "10", audience: "agents" });
    agent.markup = 1_000n;
  }
}

async function createChaosReseller(ctx: Ctx, n: number, level: Level) {
  const email = `chaos-${n}@example.com`;
  const id = await seedReseller(ctx, { email, name: `Chaos ${n}`, level, password: TEST_PASSWORD });
  await postCredit(ctx, { resellerId: id, amount: START_BALANCE, reason: "chaos" });
  return { id, email, level };
}

/** Signs a reseller in, or a helper of theirs with a limit of the day. */
async function createCookie(
  accounts: TestAccounts,
  owner: { id: number; email: string; level: Level },
  dailyLimit?: bigint,
) {
  const reseller = { ...owner, role: "reseller" as const, name: owner.email, password: TEST_PASSWORD };
  const person = dailyLimit === undefined ? reseller : await accounts.helper(reseller, { dailyLimit });
  const { name, value } = await accounts.cookie(person);
  const spender = person === reseller ? undefined : `helper ${person.id}`;
  return { cookie: `${name}=${value}`, spender };
}
