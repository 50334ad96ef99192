import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { getPrivacyNotice } from "#lib/privacy/privacy-notice";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples({ at, second }: ActionScene): ActionSamples {
  return {
    erasePersonalData: [
      {
        given: async () => {
          const email = "erased@example.com";
          await inviteReseller(second, { email, name: "Erased", level: "affiliate", reason: REASON });
          return { who: email, reason: REASON };
        },
      },
    ],
    exportPersonalData: [{ given: async () => ({ who: "08031234567" }) }],
    setPrivacyNotice: [
      {
        given: async () => ({
          text: "Kiosk Ltd, 12 Allen Avenue, Ikeja.",
          version: (await getPrivacyNotice(at.system)).version,
          reason: REASON,
        }),
      },
    ],
    unlockExports: [{ given: async () => ({ confirmPassword: TEST_PASSWORD }) }],
  };
}
