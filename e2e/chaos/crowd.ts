import { TestAccounts } from "#e2e/test-accounts";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx, Level } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { asReseller } from "#lib/testing/scene";
import { createApiBuyer } from "./api-buyer.ts";
import type { RequestPurchase } from "./buyer.ts";
import { createPageBuyer } from "./page-buyer.ts";

/** Money of each buyer: for some hundred purchases, and then for none, so that refusals happen too. */
const START_BALANCE = 20_000_000n;

export interface Crowd {
  buyers: { reseller: number; ask: RequestPurchase }[];
  /** Resellers who run batches. */
  batchResellers: number[];
  offers: { planId: number; networkId: number }[];
}

/** Creates buyers with money: API clients with tokens, and resellers with a signed-in browser. */
export async function createCrowd(ctx: Ctx, programs: number, browsers: number, batches = 0): Promise<Crowd> {
  await syncCatalogue(ctx);
  const { plans } = await getCatalogue(ctx);
  const sold = [...plans.values()].filter((plan) => getLevelPrice(plan, "api") !== undefined);
  const priceOfPlan = (planId: number) =>
    (plans.has(planId) && getLevelPrice(plans.get(planId) as (typeof sold)[0], "api")) || 0n;
  const buyers: Crowd["buyers"] = [];
  for (let n = 0; n < programs + browsers; n++) {
    const reseller = await createChaosReseller(ctx, n, "api");
    const ask =
      n < programs
        ? createApiBuyer(await createBuyerToken(ctx, reseller.id))
        : createPageBuyer(await createBuyerCookie(ctx, reseller), priceOfPlan);
    buyers.push({ reseller: reseller.id, ask });
  }
  await makeAgents(ctx, buyers.slice(0, programs));
  const batchResellers: number[] = [];
  for (let n = 0; n < batches; n++)
    batchResellers.push((await createChaosReseller(ctx, buyers.length + n, "api")).id);
  return { buyers, batchResellers, offers: sold.map(({ id, networkId }) => ({ planId: id, networkId })) };
}

/** Makes every third program's reseller the parent of the two after it, who pay 10 more. */
async function makeAgents(ctx: Ctx, programs: Crowd["buyers"]): Promise<void> {
  await turnAgentsOn(ctx);
  for (const [n, { reseller }] of programs.entries()) {
    const parent = programs[n - (n % 3)];
    if (!parent || parent.reseller === reseller) continue;
    await makeAgent({ system: ctx }, parent.reseller, reseller);
    const parentCtx = await asReseller(ctx, parent.reseller);
    await saveMarkup(parentCtx, { kind: "flat", value: "10", audience: "agents" });
  }
}

async function createChaosReseller(ctx: Ctx, n: number, level: Level) {
  const email = `chaos-${n}@example.com`;
  const id = await seedReseller(ctx, { email, name: `Chaos ${n}`, level, password: TEST_PASSWORD });
  await postCredit(ctx, { resellerId: id, amount: START_BALANCE, reason: "chaos" });
  return { id, email, level };
}

async function createBuyerToken(ctx: Ctx, resellerId: number): Promise<string> {
  return (await createToken(ctx, { resellerId, name: "chaos" })).token;
}

async function createBuyerCookie(
  ctx: Ctx,
  person: { id: number; email: string; level: Level },
): Promise<string> {
  const { name, value } = await new TestAccounts(ctx).cookie({ ...person, role: "reseller" });
  return `${name}=${value}`;
}
