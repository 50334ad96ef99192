import { setReferrer } from "#lib/referral/manage-referral";
import { referralList } from "#lib/referral/referral-list";
import { getReferralSettings, setReferralSettings } from "#lib/referral/referral-settings";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

const TERMS = {
  kind: "first_funding" as const,
  reward: "500",
  minimum: "5,000",
  share: "",
  cap: "",
  months: 6,
  holdDays: 7,
  maxReferrals: 1000,
};

export function actionSamples({ at }: ActionScene): ActionSamples {
  /** Returns the form that names a new reseller's referrer. */
  async function getReferrerForm() {
    const { kind, version } = await getReferralSettings(at.system);
    if (kind === "off") await setReferralSettings(at.system, { ...TERMS, version, reason: REASON });
    const referrer = await at.reseller();
    const email = referrer.ctx.actor.kind === "reseller" ? referrer.ctx.actor.email : "";
    return { resellerId: (await at.reseller()).id, email, reason: REASON };
  }

  async function createReferral(): Promise<{ id: number; reason: string }> {
    await setReferrer(at.system, await getReferrerForm());
    return { id: (await referralList.page(at.system)).rows[0]?.id ?? 0, reason: REASON };
  }

  return {
    clearReferral: createReferral,
    endReferral: createReferral,
    setReferrer: { given: getReferrerForm, makes: true },
    setReferralSettings: async () => {
      const { version } = await getReferralSettings(at.system);
      return { ...TERMS, version, reason: REASON };
    },
  };
}
