import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byReseller } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { referralSettings } from "./referral-settings.ts";

export const referralModule = defineModule({
  name: "referral",
  tables: {
    referral_codes: {
      retention: { current: "the code in each reseller's link" },
      personalData: byReseller,
    },
    referral_rewards: {
      retention: { forever: "what referrals earned" },
      personalData: {
        account: (id) => sql`(select referrer_id from referrals r where r.id = t.referral_id) = ${id}`,
      },
    },
    referrals: {
      retention: { forever: "the referrer of a reseller, and the settings of that day" },
      personalData: { account: (id) => sql`${id} in (t.referrer_id, t.referred_id)` },
    },
  },
  settings: [referralSettings],
  actions: {
    ...declareActions(() => import("./manage-referral.ts"), {
      clearReferral: {
        redirects: "money",
        permission: "resellers",
        audit: "referral.cleared",
        input: "DecideReferralInput",
      },
      endReferral: {
        redirects: null,
        permission: "resellers",
        audit: "referral.ended",
        input: "DecideReferralInput",
      },
      setReferrer: { redirects: "money", permission: "resellers", audit: "referral.set" },
    }),
  },
  audit: {
    "referral.cleared": "approved a referral",
    "referral.ended": "ended a referral",
    "referral.made": "recorded a referral",
    "referral.paid": "paid a referral reward",
    "referral.reversed": "reversed a referral reward",
    "referral.set": "set a reseller’s referrer",
  },
  events: { "referral.made": "A reseller counts as referred by another." },
  follows: {
    "sign_up.approved": async (...args) =>
      (await import("./record-referral.ts")).recordReferralsOfSignUps(...args),
  },
  jobs: [
    {
      name: "referrals",
      label: "Referral rewards",
      pool: "reports",
      actor: "referral",
      when: EVERY_TEN_MINUTES,
      run: async (ctx) => {
        await (await import("./record-rewards.ts")).recordRewards(ctx);
        await (await import("./pay-rewards.ts")).payRewards(ctx);
      },
    },
  ],
  notifications: {
    referral: {
      label: "New reseller by your link",
      audience: "resellers",
      group: "money",
      // A notification can't be changed, so it doesn't hold the new reseller's name.
      follows: { "referral.made": () => ({ facts: {} }) },
      format: () => ({
        title: "A new reseller joined by your link",
        text: "See who it is, what you earn, and when.",
        path: "/earn",
      }),
    },
  },
  actionItems: {
    referrals: defineActionItem({
      label: "Referrals to review",
      rank: 146,
      badge: { tone: "wait", word: "Pending" },
      read: async (ctx) => (await import("./referral-list.ts")).countReferralsToReview(ctx),
      format: (count) =>
        count > 0
          ? {
              title: pluralise(count, "referral to review", "referrals to review"),
              note: ["Both resellers signed in on one device. Rewards wait for your decision."],
              path: "/admin/resellers/referrals?state=review",
            }
          : undefined,
    }),
  },
});
