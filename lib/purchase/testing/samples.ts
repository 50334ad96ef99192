import { sql } from "drizzle-orm";
import { advanceSettings } from "#lib/purchase/advance/advance-settings";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import { storeSettings } from "#lib/testing/store-settings";

export function actionSamples(scene: ActionScene): ActionSamples {
  return {
    addPurchaseNote: async () => ({ ident: await scene.purchase("successful"), text: "They called." }),
    reverseDeliveredPurchase: async () => ({ ident: await scene.purchase("successful"), reason: REASON }),
    writeOffAdvance: async () => ({ ident: await leaveUnanswered(scene), reason: REASON }),
  };
}

/** Creates a purchase that was credited while unconfirmed, and delivered after all. @returns its ident */
async function leaveUnanswered(scene: ActionScene): Promise<string> {
  const { system } = scene.at;
  const ident = await scene.purchase("unconfirmed");
  const [row] = await system.db.execute<{ id: string }>(sql`select id from purchases where ident = ${ident}`);
  await storeSettings(system.db, advanceSettings, { enabled: true });
  await advanceUnconfirmed(system, () => sql`true`);
  await storeSettings(system.db, advanceSettings, { enabled: false });
  const delivered = { from: ["unconfirmed"] as const, to: "successful" as const, by: "chain" as const };
  await settlePurchase(system, { purchaseId: Number(row?.id), ...delivered, outcome: null });
  return ident;
}
