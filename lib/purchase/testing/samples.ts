import { sql } from "drizzle-orm";
import { getDeliveryIssueSettings } from "#lib/purchase/issue/delivery-issue-view";
import { openDeliveryIssue } from "#lib/purchase/issue/open-delivery-issue";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  attempts: (at) =>
    `insert into attempts (purchase_id, worker, claimed_at, raw) values (random() * 1e9, 'x', ${at}, 'words')`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;
  return {
    eraseIssueMessagesOf: [
      {
        given: async () => {
          await openDeliveryIssue(scene.reseller.ctx, {
            ident: await scene.purchase("successful"),
            symptom: "less",
            details: "Only half.",
          });
          const { actor } = scene.reseller.ctx;
          return { email: actor.kind === "reseller" ? actor.email : "", reason: REASON };
        },
      },
    ],
    releaseAutomaticPurchases: [
      {
        given: async () => {
          await at.system.db.execute(sql`update dispatcher set on_hold = array['batch']`);
          return { kind: "batch", reason: REASON };
        },
      },
    ],
    replyToDeliveryIssue: [
      {
        given: async () => {
          const ident = await scene.purchase("successful");
          await openDeliveryIssue(scene.reseller.ctx, { ident, symptom: "nothing" });
          return { ident, version: 0, answer: "money_back", text: "Your money is back.", reason: REASON };
        },
      },
    ],
    reverseDeliveredPurchase: [
      { given: async () => ({ ident: await scene.purchase("successful"), reason: REASON }) },
    ],
    setDeliveryIssueSettings: [
      {
        given: async () => ({
          replyHours: 12,
          reportingWindowDays: 30,
          "check-1": "Dial it.",
          version: (await getDeliveryIssueSettings(at.system)).version,
          reason: REASON,
        }),
      },
    ],
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
    stopDispatching: [{ given: async () => ({ reason: REASON }) }],
  };
}
