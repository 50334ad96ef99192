import { sql } from "drizzle-orm";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  attempts: (at) =>
    `insert into attempts (supplier_id, purchase_id, worker, claimed_at, raw) values (1, random() * 1e9, 'x', ${at}, 'words')`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;
  return {
    releaseAutomaticPurchases: [
      {
        given: async () => {
          await at.system.db.execute(sql`update dispatcher set on_hold = array['batch']`);
          return { kind: "batch", reason: REASON };
        },
      },
    ],
    reverseDeliveredPurchase: [
      { given: async () => ({ ident: await scene.purchase("successful"), reason: REASON }) },
    ],
    setRouting: [{ given: async () => ({ to: "rank", expected: "cost", reason: REASON }) }],
    setPriceRisePolicy: [{ given: async () => ({ to: "wait", expected: "refund", reason: REASON }) }],
    startDispatching: [
      {
        given: async () => {
          await at.system.db.execute(
            sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now()`,
          );
          return { reason: REASON };
        },
      },
    ],
    turnAdvances: [{ given: async () => ({ enabled: true, reason: REASON }) }],
    stopDispatching: [{ given: async () => ({ reason: REASON }) }],
  };
}
