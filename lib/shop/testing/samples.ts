import { sql } from "drizzle-orm";
import { openShop } from "#lib/shop/save-shop";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  complaints: (at) =>
    `insert into complaints (order_id, reseller_id, purchase_id, symptom, details, made_at) values (1, 1, random() * 1e9, 'less', 'Only half.', ${at})`,
  orders: (
    at,
  ) => `insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size, volume, validity, phone, customer_name, price,
      payment, placed_at, pay_by, paid_at, delivery_ref)
    values (gen_random_uuid(), 1, 1, gen_random_uuid(), gen_random_uuid(), 1, 1, 'MTN', 'SME', '1 GB', '1', '30 days', '+2348031234567', 'Ada', 1,
      'received', ${at}, now(), now(), 'x')`,
};

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;

  async function createShop() {
    made += 1;
    const payments = [{ kind: "cash" as const, where: "At the shop." }];
    const shop = { name: "Shop", slug: `shop-${made}`, phone: "08031234567", payments };
    await openShop(scene.reseller.ctx, shop);
    const [row] = await at.system.db.execute<{ id: string; version: number }>(
      sql`select id, version from shops order by id desc limit 1`,
    );
    return { id: Number(row?.id), version: row?.version };
  }

  return {
    closeShop: async () => ({ ...(await createShop()), reason: REASON }),
    decideShopName: (["approved", "rejected"] as const).map((to) => ({
      given: async () => ({ id: (await createShop()).id, name: "Shop", to, reason: REASON }),
    })),
  };
}
