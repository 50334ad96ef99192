import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples({ second }: ActionScene): ActionSamples {
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
  };
}
