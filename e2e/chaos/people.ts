import { PASSWORD, seedReseller } from "#lib/account/testing/people";
import { issueToken } from "#lib/account/token/issue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { sync } from "#lib/catalogue/sync";
import type { Ctx, Level } from "#lib/core/context";
import { credit } from "#lib/ledger/adjust";
import { People } from "../people.ts";
import { askApi } from "./ask-api.ts";
import { askPage } from "./ask-page.ts";
import type { Ask } from "./buyer.ts";

/** Money of each buyer: for some hundred purchases, and then for none, so that refusals happen too. */
const MONEY = 20_000_000n;

export interface Crowd {
  buyers: { reseller: number; ask: Ask }[];
  offers: { planId: number; networkId: number }[];
}

/** Buyers with money: programs with tokens, and people with a signed-in browser. */
export async function settlePeople(ctx: Ctx, programs: number, browsers: number): Promise<Crowd> {
  await sync(ctx);
  const { plans } = await current(ctx);
  const sold = [...plans.values()].filter((plan) => priceOf(plan, "api") !== undefined);
  const priceOfPlan = (planId: number) =>
    (plans.has(planId) && priceOf(plans.get(planId) as (typeof sold)[0], "api")) || 0n;
  const buyers: Crowd["buyers"] = [];
  for (let n = 0; n < programs + browsers; n++) {
    const reseller = await newReseller(ctx, n, "api");
    const ask =
      n < programs
        ? askApi(await tokenOf(ctx, reseller.id))
        : askPage(await cookieOf(ctx, reseller), priceOfPlan);
    buyers.push({ reseller: reseller.id, ask });
  }
  return { buyers, offers: sold.map(({ id, networkId }) => ({ planId: id, networkId })) };
}

async function newReseller(ctx: Ctx, n: number, level: Level) {
  const email = `chaos-${n}@example.com`;
  const id = await seedReseller(ctx, { email, name: `Chaos ${n}`, level, password: PASSWORD });
  await credit(ctx, { resellerId: id, amount: MONEY, reason: "chaos" });
  return { id, email, level };
}

async function tokenOf(ctx: Ctx, resellerId: number): Promise<string> {
  return (await issueToken(ctx, { resellerId, name: "chaos" })).token;
}

async function cookieOf(ctx: Ctx, person: { id: number; email: string; level: Level }): Promise<string> {
  const { name, value } = await new People(ctx).cookie({ ...person, role: "reseller" });
  return `${name}=${value}`;
}
