import type { SandboxControl } from "#sandbox/control-client";
import type { PlanPatch } from "#sandbox/control-verbs";

export const SECOND_SUPPLIER_NAME = "Second supplier";

/** Changes of the second supplier's prices in percent, plan by plan in turn: some are dearer there, some cheaper. */
const PRICE_CHANGES = [-3n, 4n, -5n, 2n];

/** Gives a sandbox prices of its own. It doesn't store them, so each start sets them. */
export async function setSecondPrices(control: SandboxControl): Promise<void> {
  const { plans } = await control.plans();
  for (const { id, prices } of plans) {
    const percent = 100n + (PRICE_CHANGES[id % PRICE_CHANGES.length] ?? 0n);
    const changed = Object.entries(prices).map(([tier, minor]) => [tier, (minor * percent) / 100n]);
    await control.setPlan({ id, prices: Object.fromEntries(changed) as NonNullable<PlanPatch["prices"]> });
  }
}
