import { sql } from "drizzle-orm";
import { readWaitingMatches } from "#lib/supplier/confirm-matches";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import { insertRoute, insertSupplier, supplierForm } from "./second-supplier.ts";

export function actionSamples({ at }: ActionScene): ActionSamples {
  /** The main supplier's service under another address: another account, as far as the portal knows. */
  const getOtherAddress = () => process.env.UPSTREAM_BASE_URL?.replace("127.0.0.1", "localhost") ?? "";

  const getForm = async (id: number) => {
    const [row] = await at.system.db.execute<{ version: number }>(
      sql`select version from suppliers where id = ${id}`,
    );
    return { id, version: Number(row?.version), reason: REASON };
  };

  /** Inserts a supplier with one plan, which costs 100.00. */
  const insertListedPlan = async (changes = sql`ignored = false`) => {
    const supplierId = await insertSupplier(at.system);
    await insertRoute(at.system, { supplierId });
    await at.system.db.execute(sql`update routes set ${changes} where supplier_id = ${supplierId}`);
    return { supplierId, supplierPlanId: 1, cost: "10000" };
  };
  let added = 0;

  return {
    addPlan: () => {
      added += 1;
      return insertListedPlan(sql`
            type_name = ${`Added ${added}`}, amounts = jsonb_build_object('standard', '20000', 'smart_earner', null, 'affiliate',
              null, 'top_user', null, 'api', null)`);
    },
    addSupplier: {
      makes: true,
      given: async () => ({
        ...supplierForm({ url: getOtherAddress(), token: process.env.UPSTREAM_API_TOKEN ?? "" }),
        reason: REASON,
      }),
    },
    changeSupplier: async () => ({
      ...(await getForm(await insertSupplier(at.system))),
      name: "Renamed supplier",
      rank: 3,
      lowBalance: "1,000",
    }),
    confirmMatches: async () => {
      const { supplierId } = await insertListedPlan(sql`
            plan_id = ${at.offered().planId}, matched_by = 'same', closed_for = 'plan',
            matched_texts = plan_texts(${at.offered().planId})`);
      await at.system.db.execute(
        sql`update suppliers set matches_confirmed_at = null where id = ${supplierId}`,
      );
      const waiting = await readWaitingMatches(at.system, { supplierId });
      return { supplierId, fingerprint: waiting?.fingerprint ?? "" };
    },
    confirmRouteCost: () => insertListedPlan(sql`plan_id = ${at.offered().planId}, confirmed_cost = 1000`),
    ignoreRoute: async () => ({ ...(await insertListedPlan()), ignored: "yes" }),
    matchRoute: async () => ({ ...(await insertListedPlan()), planId: at.offered().planId }),
    syncCatalogue: async () => ({}),
    syncSupplier: async () => ({ id: 1 }),
    setPlanRouting: async () => ({
      planId: at.offered().planId,
      to: "rank",
      expected: "all",
      reason: REASON,
    }),
    turnSupplierOff: async () => getForm(await insertSupplier(at.system, { enabled: true })),
    turnSupplierOn: async () => getForm(await insertSupplier(at.system)),
  };
}
