import { sql } from "drizzle-orm";
import { addSupplier } from "#e2e/chaos/add-supplier";
import { addEndpoints } from "#e2e/chaos/judge-effects";
import type { Limits } from "#e2e/chaos/judge-limits";
import { seedAdmin, seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getLevelPrice } from "#lib/catalogue/price/price";
import type { Ctx } from "#lib/core/context";
import { addHelper } from "#lib/helper/testing/add-helper";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { asReseller } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { createWorldCtx } from "./create-world-ctx.ts";
import { type ShopOfWorld, setUpShops } from "./set-up-shops.ts";

/** Money of buyers at the start: for some dozens of purchases, and then for none. */
const START_BALANCE = 4_000_000n;
/** How many of them begin with money for some purchases alone. */
const POOR = 2;

export interface HelperOfWorld {
  id: number;
  resellerId: number;
  email: string;
}

export interface ProgramOfWorld {
  reseller: number;
  token: { id: number; token: string };
  /** The name of its token in limits, where it has some. */
  spender?: string | undefined;
}

export interface SetUp {
  programs: ProgramOfWorld[];
  limits: Limits[];
  helpers: HelperOfWorld[];
  shops: ShopOfWorld[];
  admin: number;
  offers: { planId: number; networkId: number }[];
}

export interface AddedSupplier {
  url: string;
  token: string;
  perMinute: number;
  timeoutMs: number;
}

/** Fills an empty portal: resellers with programs and money, and suppliers beside the main one. */
export async function setUp(input: { programs: number; suppliers: AddedSupplier[] }): Promise<SetUp> {
  const ctx = createWorldCtx();
  await syncCatalogue(ctx);
  const { plans } = await getCatalogue(ctx);
  const sold = [...plans.values()].filter((plan) => getLevelPrice(plan, "api") !== undefined);
  // One or two purchases.
  const prices = sold.map((plan) => getLevelPrice(plan, "api") ?? 0n);
  const dayLimit = (3n * prices.reduce((sum, price) => sum + price, 0n)) / BigInt(2 * prices.length);
  const programs: ProgramOfWorld[] = [];
  const limits: Limits[] = [];
  for (let n = 0; n < input.programs; n++) {
    const person = { email: `program-${n}@example.com`, name: `Program ${n}`, password: TEST_PASSWORD };
    const reseller = await seedReseller(ctx, { ...person, level: "api" });
    const amount = n < input.programs - POOR ? START_BALANCE : 3n * dayLimit;
    await postCredit(ctx, { resellerId: reseller, amount, reason: "start" });
    const day = n === input.programs - 1 ? dayLimit : undefined;
    const token = await createToken(ctx, { resellerId: reseller, name: "program", dailyLimit: day ?? null });
    const spender = day === undefined ? undefined : `token ${token.id}`;
    if (spender) limits.push({ reseller, spender, day });
    programs.push({ reseller, token, spender });
  }
  await makeAgents(ctx, programs);
  // One without a parent, and without a limit of its token.
  const ofReseller = { reseller: programs[4]?.reseller ?? 0, day: 4n * dayLimit };
  await ctx.db.execute(sql`
    update resellers set daily_limit = ${ofReseller.day} where id = ${ofReseller.reseller}`);
  limits.push(ofReseller);
  for (const supplier of input.suppliers) await addFirstChoice(ctx, supplier);
  await addEndpoints(ctx);
  await storeSettings(ctx.db, advanceSettings, { enabled: true });
  const admin = await seedAdmin(ctx, { email: "admin@example.com", name: "Admin", password: TEST_PASSWORD });
  const helpers: HelperOfWorld[] = [];
  for (const { reseller } of programs.slice(0, 2)) {
    const { id, email } = await addHelper(await asReseller(ctx, reseller), { dailyLimit: dayLimit });
    helpers.push({ id, email, resellerId: reseller });
    limits.push({ reseller, spender: `helper ${id}`, day: dayLimit });
  }
  // One of them is an agent.
  const shops = await setUpShops(
    ctx,
    [programs[1], programs[3]].flatMap((program) => program?.reseller ?? []),
  );
  const offers = sold.map(({ id, networkId }) => ({ planId: id, networkId }));
  return { programs, limits, helpers, shops, admin, offers };
}

/** Makes the first program's reseller the parent of the two after it, who pay 10 more. */
async function makeAgents(ctx: Ctx, [parent, ...others]: readonly ProgramOfWorld[]): Promise<void> {
  await turnAgentsOn(ctx);
  if (!parent) return;
  for (const { reseller } of others.slice(0, 2)) await makeAgent({ system: ctx }, parent.reseller, reseller);
  await saveMarkup(await asReseller(ctx, parent.reseller), { kind: "flat", value: "10", audience: "agents" });
}

/** Has an added supplier come first for a part of the plans. */
async function addFirstChoice(ctx: Ctx, added: AddedSupplier): Promise<void> {
  const id = await addSupplier(ctx, { name: added.url, ...added });
  await ctx.db.execute(sql`
    insert into plan_routings (plan_id, first_supplier_id)
    select id, ${id} from plans where id % (select count(*) from suppliers) = 1 on conflict do nothing`);
}
