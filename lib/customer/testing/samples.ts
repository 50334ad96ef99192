import { saveCustomer } from "#lib/customer/customer";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  customer_imports: (at) =>
    `insert into customer_imports (reseller_id, key, lines, created_at) values (1, gen_random_uuid(), '[]', ${at})`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  return {
    eraseCustomers: async () => {
      await saveCustomer(scene.reseller.ctx, { phone: "08031234567", name: "Ada" });
      return { phone: "08031234567", reason: REASON };
    },
  };
}
