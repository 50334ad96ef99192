import { requireNoApproval } from "#lib/audit/approval-request";
import { approvalSettings } from "#lib/audit/approval-settings";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import { storeSettings } from "#lib/testing/store-settings";

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at, second } = scene;

  const getAdjustmentForm = (amount: bigint) => ({ resellerId: scene.reseller.id, amount, reason: REASON });

  return {
    postClawBack: async () => getAdjustmentForm(100n),
    postCredit: [
      async () => getAdjustmentForm(500n),
      async () => {
        await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
        return getAdjustmentForm(100_000_001n);
      },
    ],
    postDebit: async () => getAdjustmentForm(300n),
    reverseEntry: async () => ({
      journalId: requireNoApproval(await postCredit(second, getAdjustmentForm(40n))).journalId,
      reason: REASON,
    }),
  };
}
