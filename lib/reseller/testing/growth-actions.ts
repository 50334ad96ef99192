import { type SQL, sql } from "drizzle-orm";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { reverseEntry } from "#lib/ledger/reverse-entry";
import { setReferrer } from "#lib/referral/manage-referral";
import { payRewards } from "#lib/referral/pay-rewards";
import { recordRewards } from "#lib/referral/record-rewards";
import { referralSettings } from "#lib/referral/referral-settings";
import type { Scene } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { buyUpgrade } from "#lib/upgrade/buy-upgrade";
import { approveUpgrade, rejectUpgrade } from "#lib/upgrade/decide-upgrade";
import { getUpgrade } from "#lib/upgrade/get-upgrade";
import { requestUpgrade } from "#lib/upgrade/request-upgrade";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";

interface GrowthActionContext {
  at: Scene;
  admin: Ctx;
  /** Runs `work` on the n-th row of a query. @returns false when there is none. */
  to(found: SQL, n: number, work: (id: number) => Promise<unknown>): Promise<boolean>;
  /** Runs `work` as the n-th active reseller. */
  as(n: number, work: (ctx: Ctx, id: number) => Promise<unknown>): Promise<boolean>;
}

const reason = "a random one";
const SELLERS = sql`select id from resellers where state = 'active'`;
const PENDING_UPGRADES = sql`select id from level_upgrades where state = 'pending'`;
const REWARDED_TRANSFERS = sql`
  select w.funding_id as id from referral_rewards w join journals j on j.id = w.funding_id and j.kind = 'credit'
  where w.state = 'paid' and not exists (select from journals r where r.reverses_id = j.id)`;

/** Builds the actions on level upgrades and referrals. Rewards don't wait. */
export function growthActions({ at, admin, to, as }: GrowthActionContext) {
  const { db } = at.system;

  /** Finds the next level of the n-th reseller, with a price or without. */
  async function upgrade(n: number, priced: boolean): Promise<boolean> {
    let changed = false;
    await as(n, async (ctx) => {
      const { level: from, next } = await getUpgrade(ctx);
      if (!next || (next.price !== null) !== priced) return;
      const form = { ref: crypto.randomUUID(), from, level: next.level };
      // Both at once, as after a double tap.
      const send = () =>
        next.price === null ? requestUpgrade(ctx, form) : buyUpgrade(ctx, { ...form, price: next.price });
      await Promise.all([send(), send()]);
      changed = true;
    });
    return changed;
  }

  return {
    offerLevel: async (n: number) => {
      const offers = await listUpgradeOffers(admin);
      const { level, version } = offers[n % offers.length] ?? offers[0] ?? { level: "api", version: 1 };
      const price = n % 2 === 0 ? BigInt((n % 5_000) + 1) : null;
      const volume = n % 5 === 0 ? BigInt(n + 1) : null;
      await setUpgradeOffer(admin, { level, open: "yes", price, volume, version, reason });
      return true;
    },
    requestLevel: (n: number) => upgrade(n, false),
    buyLevel: (n: number) => upgrade(n, true),
    approveLevel: (n: number) => to(PENDING_UPGRADES, n, (id) => approveUpgrade(admin, { id, reason })),
    rejectLevel: (n: number) => to(PENDING_UPGRADES, n, (id) => rejectUpgrade(admin, { id, reason })),
    offerReferrals: async (n: number) => {
      const sums = { reward: BigInt((n % 500) + 1), minimum: BigInt((n % 500) + 1) };
      const bounds = { months: 1, holdDays: 1, maxReferrals: 1000 };
      await changeSettings(at.system, referralSettings, {
        kind: "first_funding",
        ...sums,
        ...bounds,
        reason,
      });
      await storeSettings(db, referralSettings, { holdDays: 0 });
      return true;
    },
    refer: (n: number) =>
      to(SELLERS, n, async (resellerId) => {
        const [referrer] = await db.execute<{ email: string }>(sql`
          select email from accounts join resellers using (id) where state = 'active' and id <> ${resellerId}
          order by md5(id::text || ${n}::text) limit 1`);
        await setReferrer(admin, { resellerId, email: referrer?.email ?? "", reason });
      }),
    payRewards: async () => {
      await recordRewards(at.system);
      const { paid, cancelled, reversed } = await payRewards(at.system);
      return paid + cancelled + reversed > 0;
    },
    reverseRewarded: (n: number) =>
      to(REWARDED_TRANSFERS, n, (journalId) => reverseEntry(admin, { journalId, reason })),
  };
}
