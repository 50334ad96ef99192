import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples({ second }: ActionScene): ActionSamples {
  return {
    erasePersonalData: async () => {
      const email = "erased@example.com";
      await inviteReseller(second, { email, name: "Erased", level: "affiliate", reason: REASON });
      return { who: email, reason: REASON };
    },
    exportPersonalData: async () => ({ who: "08031234567" }),
    unlockExports: async () => ({ confirmPassword: TEST_PASSWORD }),
  };
}
