import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  delivery_issue_messages: (at) =>
    `insert into delivery_issue_messages (delivery_issue_id, kind, text, at) values (1, 'opened', 'Only half.', ${at})`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  return {
    eraseIssueMessagesOf: async () => {
      await openDeliveryIssue(scene.reseller.ctx, {
        ident: await scene.purchase("successful"),
        symptom: "less",
        details: "Only half.",
      });
      const { actor } = scene.reseller.ctx;
      return { email: actor.kind === "reseller" ? actor.email : "", reason: REASON };
    },
    replyToDeliveryIssue: async () => {
      const ident = await scene.purchase("successful");
      await openDeliveryIssue(scene.reseller.ctx, { ident, symptom: "nothing" });
      return { ident, version: 0, answer: "money_back", text: "Your money is back.", reason: REASON };
    },
  };
}
