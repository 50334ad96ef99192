import { defineSettings } from "#lib/audit/settings/define-settings";
import { amountField, choiceField, numberField, optional, percentField } from "#lib/core/settings/fields";
import type { Values } from "#lib/core/settings/settings";

/** In hundredths of a per cent. */
const MAX_SHARE = 5_000;

const wholeNumber = (shown: { label: string; hint: string; initial: number; max: number }) =>
  numberField({ ...shown, min: 1, tooMuch: `Enter at most ${shown.max.toLocaleString("en")}.` });

/**
 * The terms of new referrals: money in minor units, the share in hundredths of a per cent. Money is paid by them
 * without an admin, so that they need the approval of another owner where there is one, except to turn them off.
 */
export const referralSettings = defineSettings({
  name: "referral",
  path: "/admin/resellers/referrals#referral-settings",
  find: { label: "Change referral settings", keywords: "invite link reward share" },
  title: "Referral settings",
  text: "What a reseller earns who brings another one.",
  submit: "Save referral settings",
  saved: () => "Saved. The settings apply to resellers who join from now on.",
  fields: {
    kind: choiceField({
      label: "A referral earns",
      options: {
        off: "Nothing: referrals are off",
        first_funding: "A sum at the first large top-up",
        share: "A share of the margin",
      },
      initial: "off",
    }),
    reward: optional(
      amountField({
        label: "Reward",
        hint: "Paid once, for the first top-up of the minimum or more.",
        initial: 0n,
      }),
    ),
    minimum: optional(amountField({ label: "Minimum top-up", hint: "The reward or more.", initial: 0n })),
    share: optional(
      percentField({ label: "Share of margin (%)", hint: "0.01 to 50.", initial: 0, max: MAX_SHARE }),
    ),
    cap: optional(
      amountField({
        label: "Maximum per reseller",
        hint: "One referral earns no more than this.",
        initial: 0n,
      }),
    ),
    months: wholeNumber({
      label: "Months",
      hint: "1 to 24, from the day the reseller joins.",
      initial: 6,
      max: 24,
    }),
    /** The days between the funding, or the end of the month, and the payment. */
    holdDays: wholeNumber({
      label: "Days until payment",
      hint: "1 to 180, after the top-up or the month. A top-up reversed before then earns nothing.",
      initial: 7,
      max: 180,
    }),
    /** How many new resellers of one referrer count within 30 days. */
    maxReferrals: wholeNumber({
      label: "New resellers per 30 days",
      hint: "A referrer earns nothing for more.",
      initial: 10,
      max: 1_000,
    }),
  },
  check({ kind, reward, minimum, share, cap }) {
    if (kind === "first_funding") {
      if (reward === null) return { field: "reward", message: "Enter the reward." };
      if (minimum === null) return { field: "minimum", message: "Enter the minimum top-up." };
      if (reward > minimum)
        return { field: "minimum", message: "The minimum top-up can’t be below the reward." };
    }
    if (kind === "share") {
      if (share === null) return { field: "share", message: "Enter the share." };
      if (cap === null) return { field: "cap", message: "Enter the maximum per reseller." };
    }
    return undefined;
  },
  redirects: "money",
  approval: { label: "Change referral settings", needs: (_before, { kind }) => kind !== "off" },
  permission: "rules",
  audit: {
    subject: "referral settings",
    subjectId: "terms",
    codes: { "referral.settings": "changed referral settings" },
  },
});

export type ReferralSettings = Values<typeof referralSettings.fields>;

/** The terms of a referral, as pages show them. */
export type ReferralTerms = Omit<ReferralSettings, "kind" | "maxReferrals"> & {
  kind: Exclude<ReferralSettings["kind"], "off">;
};
