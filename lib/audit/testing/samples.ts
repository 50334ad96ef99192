import { inviteReseller } from "#lib/account/reseller/create-reseller";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  audit_personal: (at) => `with a as (
    insert into audit (at, actor, action, subject, subject_id) values (${at}, 'x', 'x', 'x', 'x') returning id)
    insert into audit_personal (audit_id, facts) select id, '{"reason": "Ada"}' from a`,
  single_admin_moves: (at) =>
    `insert into single_admin_moves (admin_id, kind, amount, at) values (1, 'credit', 1, ${at})`,
};

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { second } = scene;

  return {
    eraseAuditPersonalData: async () => {
      made += 1;
      const email = `forgotten-${made}@example.com`;
      await inviteReseller(second, { email, name: "Forgotten", level: "affiliate", reason: REASON });
      return { email, reason: REASON };
    },
  };
}
