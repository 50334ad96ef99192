import { sql } from "drizzle-orm";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { postDebit } from "#lib/ledger/adjust-wallet";
import { payRewards } from "#lib/referral/pay-rewards";
import { recordRewards } from "#lib/referral/record-rewards";
import { referralSettings } from "#lib/referral/referral-settings";
import type { UpperLevel } from "#lib/upgrade/level-order";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import type { SampleSeller } from "./sample-purchases.ts";

/** Saved customers, the one who buys most first; the ones without a plan have no usual one. */
const CUSTOMERS = [
  { name: "Ada Okafor", note: "", hasPlan: true },
  { name: "Shop Musa", note: "Pays at the end of the week", hasPlan: true },
  { name: "Mama Chidi", note: "", hasPlan: true },
  { name: "Bro Emeka", note: "", hasPlan: false },
  { name: "Aisha Bello", note: "Second SIM, for the modem", hasPlan: true },
  { name: "Oluwaseun Adebayo-Ogunlesi", note: "", hasPlan: false },
  { name: "Blessing, salon", note: "", hasPlan: true },
  { name: "Pastor John", note: "", hasPlan: false },
];

/** Saves each reseller's best customers, except by the API. In the caller's transaction. */
export async function writeSampleCustomers({ db }: Ctx): Promise<void> {
  const rows = CUSTOMERS.map((customer, index) => ({ ...customer, place: index + 1 }));
  await db.execute(sql`
    insert into customers (reseller_id, phone, name, note, plan_id, created_at)
    select
      b.reseller_id, b.phone, c.name, c.note, case when c."hasPlan" then b.plan_id end, b.first_at
    from (
      select
        reseller_id, phone, mode() within group (order by plan_id) as plan_id, min(placed_at) as first_at,
        row_number() over (partition by reseller_id order by count(*) desc, phone) as place
      from purchases
      where channel = 'web'
      group by reseller_id, phone
    ) b
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      c(place int, name text, note text, "hasPlan" boolean)
      on c.place = b.place
    order by b.reseller_id, b.place`);
}

/** The ways to each level; money as admins type it. */
const OFFERS: Record<UpperLevel, { price: string; volume: string }> = {
  affiliate: { price: "1,200", volume: "400,000" },
  top_user: { price: "5,000", volume: "" },
  api: { price: "", volume: "" },
};

/**
 * Offers sign-up, levels and rewards for referrals, with referrals of the second reseller: one that paid, one
 * whose reward waits, and one without a top-up. In the caller's transaction.
 */
export async function writeSampleGrowth(ctx: Ctx, sellers: readonly SampleSeller[]): Promise<void> {
  await backdatePrices(ctx);
  const reason = "To try levels and referrals with";
  for (const { level, version } of await listUpgradeOffers(ctx))
    await setUpgradeOffer(ctx, { level, open: "yes", ...OFFERS[level], version, reason });
  await changeSettings(ctx, signUpSettings, { open: "yes", reason });
  const terms = { kind: "first_funding", reward: "1,000", minimum: "20,000" };
  await changeSettings(ctx, referralSettings, { ...terms, reason });
  const [first, referrer, ...others] = sellers;
  if (!first || !referrer) return;
  const { reward, minimum, months, holdDays } = await readSettings(ctx, referralSettings);
  const ages = [50, 6, 0];
  for (const [index, referred] of [first, ...others].entries())
    await ctx.db.execute(sql`
      insert into referrals (referrer_id, referred_id, kind, reward, minimum, months, hold_days, created_at)
      values (
        ${referrer.id}, ${referred.id}, ${terms.kind}, ${reward}, ${minimum}, ${months}, ${holdDays},
        now() - make_interval(days => ${ages[index] ?? 0}))`);
  await recordRewards(ctx);
  await payRewards(ctx);
  await postDebit(ctx, { resellerId: referrer.id, amount: "1,500", reason: "SIM cards from the office" });
}

/** The sample history was bought at these prices. */
async function backdatePrices({ db }: Ctx): Promise<void> {
  await db.execute(sql`alter table plan_prices disable trigger plan_prices_append_only`);
  await db.execute(sql`update plan_prices set at = at - interval '61 days'`);
  await db.execute(sql`alter table plan_prices enable trigger plan_prices_append_only`);
}
