import { sql } from "drizzle-orm";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  attempts: (at) =>
    `
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, raw, cost)
    values (1, random() * 1e9, 'x', ${at}, 'words', 1)`,
};

export function actionSamples({ at }: ActionScene): ActionSamples {
  return {
    releaseAutomaticPurchases: async () => {
      await at.system.db.execute(sql`update dispatcher set on_hold = array['batch']`);
      return { kind: "batch", reason: REASON };
    },
    setRouting: async () => ({ to: "rank", expected: "cost", reason: REASON }),
    setPriceRisePolicy: async () => ({ to: "wait", expected: "refund", reason: REASON }),
    startDispatching: async () => {
      await at.system.db.execute(
        sql`update dispatcher set stopped = true, stop_reason = 'x', stopped_at = now()`,
      );
      return { reason: REASON };
    },
    stopDispatching: async () => ({ reason: REASON }),
  };
}
