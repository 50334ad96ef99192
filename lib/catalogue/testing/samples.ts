import { sql } from "drizzle-orm";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { savePriceRule } from "#lib/catalogue/price/change-price-rules";
import { previewPrices } from "#lib/catalogue/price/price-grid";
import { getLastPriceSave, savePrices } from "#lib/catalogue/price/save-prices";
import { formatDecimal } from "#lib/core/money/money";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at, second } = scene;

  const getScope = () => ({ networkId: null, typeId: null, planId: at.offered().planId, level: null });

  /** A price of the n-th plan that differs from its own. */
  function getHigherPrice(n: number): string {
    made += 1;
    return formatDecimal(at.offered(n).price + BigInt(made));
  }

  async function createPriceRule(): Promise<{ ruleId: number; expectedVersion: number; reason: string }> {
    const markup = { kind: "flat" as const, value: "5", reason: REASON };
    await savePriceRule(second, {
      ...getScope(),
      ...markup,
      expectedVersion: (await getCatalogue(at.system)).version,
    });
    const { settings, version } = await getCatalogue(at.system);
    return { ruleId: settings.rules[0]?.id ?? 0, expectedVersion: version, reason: REASON };
  }

  const OFF = { to: "off", message: "Closed.", version: 0, reason: REASON };

  return {
    confirmMissingPlan: async () => {
      const { planId } = at.offered(7);
      await at.system.db.execute(sql`update plans set doubt = 'missing' where id = ${planId}`);
      await at.system.db.execute(
        sql`update catalogue set version = version + 1, changed_at = clock_timestamp()`,
      );
      return { planId };
    },
    setPriceBasis: async () => ({ to: "dearest", expected: "main", reason: REASON }),
    removePriceRule: createPriceRule,
    savePriceRule: async () => {
      const { version } = await getCatalogue(at.system);
      return { ...getScope(), kind: "flat", value: "7", expectedVersion: version, reason: REASON };
    },
    savePrices: async () => {
      const grid = { typed: { [`${at.offered(3).planId}.api`]: getHigherPrice(3) }, was: {} };
      return { ...grid, fingerprint: (await previewPrices(second, grid)).fingerprint, reason: REASON };
    },
    setAvailabilitySwitch: async () => ({
      networkId: at.catalogue.networks.at(-1)?.id,
      typeId: null,
      ...OFF,
    }),
    setPlanSettings: async () => {
      const { planId } = at.offered(9);
      const { settings } = await getCatalogue(at.system);
      const version = settings.plans.get(planId)?.version ?? 0;
      return { planId, shown: "no", name: "", version, reason: REASON };
    },
    undoPrices: async () => {
      const grid = { typed: { [`${at.offered(4).planId}.api`]: getHigherPrice(4) }, was: {} };
      await savePrices(second, {
        ...grid,
        fingerprint: (await previewPrices(second, grid)).fingerprint,
        reason: "too cheap",
      });
      return { id: (await getLastPriceSave(second))?.id, reason: REASON };
    },
  };
}
