import { sql } from "drizzle-orm";
import { database, inTransaction } from "#db/client";
import { createAdmin } from "#lib/account/admins";
import { setCollects } from "#lib/account/reseller/change";
import { createReseller } from "#lib/account/reseller/create";
import { current } from "#lib/catalogue/current";
import { sync } from "#lib/catalogue/sync";
import type { Ctx, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { credit } from "#lib/ledger/adjust";
import { PROVIDERS } from "#lib/payment/provider";
import { paymentSettings, setPaymentRules } from "#lib/payment/settings";
import type { Person } from "./keys.ts";
import { writeSampleHistory } from "./sample-history.ts";
import type { Seller } from "./sample-purchases.ts";
import { openDemoShop } from "./shop.ts";

/** 50,000.00 for each reseller to begin with. */
const START_MONEY = 5_000_000n;

/** What each level's reseller sells on an ordinary day, and by what way. */
const DAYS: Record<Level, Pick<Seller, "perDay" | "channels">> = {
  smart_earner: { perDay: 7, channels: ["web"] },
  affiliate: { perDay: 16, channels: ["web", "storefront"] },
  top_user: { perDay: 14, channels: ["web"] },
  api: { perDay: 24, channels: ["api"] },
};

/**
 * Puts the demo's people into an empty database with sixty days of sample history, all or nothing.
 * @param upstreamBalance what the operator has at the upstream, in minor units.
 * @param share of what they sell usually.
 */
export async function createPeople(people: Person[], upstreamBalance: Minor, share = 1): Promise<void> {
  const { db, close } = database();
  const ctx: Ctx = { actor: { kind: "system", name: "demo" }, db };
  try {
    await sync(ctx);
    const catalogue = await current(ctx);
    await inTransaction(ctx, async (tx) => {
      const made = [];
      for (const person of people) made.push({ ...person, ...(await create(tx, person)) });
      const sellers = made.flatMap(({ id, role }) =>
        role === "admin" ? [] : [{ id, level: role, ...DAYS[role], perDay: share * DAYS[role].perDay }],
      );
      const adminId = made.find(({ role }) => role === "admin")?.id ?? 0;
      await writeSampleHistory(tx, { catalogue, sellers, adminId, upstreamBalance });
      await forgetNotices(tx);
      for (const { id } of sellers)
        await credit(tx, { resellerId: id, amount: START_MONEY, reason: "To try the portal with" });
      await giveNumbers(tx);
    });
  } finally {
    await close();
  }
}

/** What happened in a past that is made up is no news. */
async function forgetNotices({ db }: Ctx): Promise<void> {
  await db.execute(sql`alter table notices disable trigger notices_kept`);
  await db.execute(sql`delete from notices`);
  await db.execute(sql`alter table notices enable trigger notices_kept`);
}

/**
 * Resellers may have an account number of their own, to which the payers' bank sends money; customers may pay in shops
 * through the operator's account.
 */
async function giveNumbers(ctx: Ctx): Promise<void> {
  const { feeBearer, least, most, version } = await paymentSettings(ctx);
  const reason = "To try account numbers with";
  await setPaymentRules(ctx, {
    ...{
      on: [...PROVIDERS],
      accountsBy: "paystack",
      feeBearer,
      least,
      most,
      version,
      reason,
      collect: "yes",
    },
  });
}

async function create(ctx: Ctx, { role, ...person }: Person): Promise<{ id: number }> {
  if (role === "admin") return createAdmin(ctx, person);
  const { id } = await createReseller(ctx, { ...person, level: role });
  if (role === "affiliate") {
    const owner: Ctx = {
      ...ctx,
      actor: { kind: "reseller", id, email: person.email, level: role, sessionId: 0 },
    };
    await openDemoShop(owner, person.name);
    const reason = "To try paying in the shop with";
    await setCollects(ctx, { resellerId: id, version: 1, collects: "yes", reason });
  }
  return { id };
}
