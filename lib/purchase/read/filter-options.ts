import { current } from "#lib/catalogue/current";
import { type Ctx, requireReader } from "#lib/core/context";

/** What the filters of a list of purchases can be set to. */
export interface FilterOptions {
  networks: { id: number; name: string }[];
  plans: { id: number; networkId: number; networkName: string; label: string }[];
}

/** Every network and plan ever listed, also those no longer sold: their purchases stay. */
export async function filterOptions(ctx: Ctx): Promise<FilterOptions> {
  requireReader(ctx);
  const { networks, plans } = await current(ctx);
  return {
    networks: networks.map(({ id, name }) => ({ id, name })),
    plans: [...plans.values()].map((plan) => ({
      id: plan.id,
      networkId: plan.networkId,
      networkName: plan.networkName,
      label: `${plan.size} ${plan.volume} ${plan.name ?? plan.typeName}, ${plan.validity}`,
    })),
  };
}
