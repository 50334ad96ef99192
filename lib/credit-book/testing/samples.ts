import { randomUUID } from "node:crypto";
import { addCreditSale, getUsualDueDay } from "#lib/credit-book/credit-sale";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  credit_sales: (at) => `
    insert into credit_sales (reseller_id, key, phone, what, amount, paid, due_on, ended_at)
    values (1, gen_random_uuid(), '+2348031234567', 'MTN 1 GB', 30000, 30000, current_date, ${at})`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  return {
    eraseCreditSales: async () => {
      const phone = "08031234567";
      const sale = {
        key: randomUUID(),
        phone,
        what: "MTN 1 GB",
        amount: 30_000n,
        dueOn: getUsualDueDay(),
      };
      await addCreditSale(scene.reseller.ctx, sale);
      return { phone, reason: REASON };
    },
  };
}
