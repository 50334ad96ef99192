import { sql } from "drizzle-orm";
import { requireNoApproval } from "#lib/audit/approval-request";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at, second } = scene;

  const getAdjustmentForm = (amount: bigint) => ({ resellerId: scene.reseller.id, amount, reason: REASON });

  return {
    postClawBack: [{ given: async () => getAdjustmentForm(100n) }],
    postCredit: [
      { given: async () => getAdjustmentForm(500n) },
      {
        given: async () => {
          await at.system.db.execute(sql`update reconcile_settings set single_admin_limit = 100000000`);
          return getAdjustmentForm(100_000_001n);
        },
      },
    ],
    postDebit: [{ given: async () => getAdjustmentForm(300n) }],
    reverseEntry: [
      {
        given: async () => ({
          journalId: requireNoApproval(await postCredit(second, getAdjustmentForm(40n))).journalId,
          reason: REASON,
        }),
      },
    ],
  };
}
