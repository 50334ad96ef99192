import { createToken } from "#lib/account/token/create-token";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;

  async function addToken(): Promise<number> {
    return (await createToken(at.system, { resellerId: scene.reseller.id, name: "Website" })).id;
  }

  return {
    closeReseller: scene.changed,
    restrictReseller: scene.changed,
    revokeToken: async () => ({ id: await addToken(), reason: REASON }),
  };
}
