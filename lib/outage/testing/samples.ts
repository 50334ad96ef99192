import { sql } from "drizzle-orm";
import { changeLine } from "#lib/outage/change-line";
import type { Line } from "#lib/outage/line";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  outages: (at) =>
    `insert into outages (supplier_id, network_id, type_id, state, began_by, reason, ended_at, ended_by)
      values (1, 1, 1, 'paused', 'system:outages', 'x', ${at}, 'system:outages')`,
};

export function actionSamples({ at, second }: ActionScene): ActionSamples {
  /** Returns the line of the first plan. */
  function getLine(): Line {
    const { networkId, typeId = 0 } = at.catalogue.plans.get(at.offered().planId) ?? { networkId: 0 };
    return { supplierId: 1, networkId, typeId };
  }
  const getOrder = async () => ({
    ...getLine(),
    expected: "" as const,
    to: "paused" as const,
    minutes: 30,
    reason: REASON,
  });

  return {
    changeLine: { makes: true, given: getOrder },
    judgeFailureText: async () => ({ text: "number is barred", fault: "recipient" }),
    resumeLine: async () => {
      await changeLine(second, await getOrder());
      const [open] = await at.system.db.execute<{ id: string }>(
        sql`select id from outages where ended_at is null`,
      );
      return { outageId: Number(open?.id), reason: REASON };
    },
  };
}
