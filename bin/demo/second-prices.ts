import type { SandboxControl } from "#sandbox/control-client";
import type { PlanPatch } from "#sandbox/control-verbs";

export const SECOND_SUPPLIER_NAME = "Second supplier";

/** Changes of the second supplier's prices in percent, plan by plan in turn: some dearer, some cheaper. */
const PRICE_CHANGES = [-3n, 4n, -5n, 2n];

/** A plan that only the second supplier lists, to be matched or added to the catalogue. */
const OWN_PLAN: PlanPatch = {
  id: 701,
  networkId: 4,
  size: "6",
  volume: "GB",
  validity: "14 Days",
  validityNormalized: "14 Days",
  prices: { smart_earner: 121_000n, affiliate: 119_000n, top_user: 117_000n, api: 114_000n },
};

/** Gives a sandbox prices and a plan of its own. It doesn't store them, so each start sets them. */
export async function setSecondPrices(control: SandboxControl): Promise<void> {
  const { plans } = await control.plans();
  for (const { id, prices } of plans) {
    const percent = 100n + (PRICE_CHANGES[id % PRICE_CHANGES.length] ?? 0n);
    const changed = Object.entries(prices).map(([tier, minor]) => [tier, (minor * percent) / 100n]);
    await control.setPlan({ id, prices: Object.fromEntries(changed) as NonNullable<PlanPatch["prices"]> });
  }
  const fourth = plans.find(({ networkId }) => networkId === OWN_PLAN.networkId);
  await control.setPlan({ ...OWN_PLAN, ...(fourth && { typeId: fourth.typeId }) });
}
