import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { setReferrer } from "#lib/referral/manage-referral";
import { referralList } from "#lib/referral/referral-list";
import { referralSettings } from "#lib/referral/referral-settings";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

const TERMS = {
  kind: "first_funding",
  reward: "500",
  minimum: "5,000",
  months: 6,
  holdDays: 7,
  maxReferrals: 1000,
};

export function actionSamples({ at }: ActionScene): ActionSamples {
  /** Returns the form that names a new reseller's referrer. */
  async function getReferrerForm() {
    const { kind } = await readSettings(at.system, referralSettings);
    if (kind === "off") await changeSettings(at.system, referralSettings, TERMS);
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
    saveReferralSettings: async () => {
      const { version } = await readSettings(at.system, referralSettings);
      return { ...TERMS, version, reason: REASON };
    },
  };
}
