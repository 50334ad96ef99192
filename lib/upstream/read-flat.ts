import { z } from "zod";
import type { ListedNetwork, ListedType } from "./listing.ts";
import { Name, PlanItem } from "./plan-item.ts";
import type { Tally } from "./tally.ts";

const Place = z.object({ network: Name, type: Name });
const untold = { id: null, code: null, active: null };

/** Plans in a row, each naming its network and type (2.2): the plain list. */
export function readFlat(items: unknown[], tally: Tally): ListedNetwork[] {
  const networks = new Map<string, ListedNetwork>();
  for (const item of items) {
    const place = tally.read(Place, item, "plan");
    const plan = place && tally.read(PlanItem, item, "plan");
    if (!plan) continue;
    tally.understood += 1;
    const network = networks.get(key(place.network)) ?? { ...untold, name: place.network, types: [] };
    networks.set(key(place.network), network);
    typeOf(network, place.type).plans.push(plan);
  }
  return [...networks.values()];
}

function typeOf(network: ListedNetwork, name: string): ListedType {
  const known = network.types.find((type) => key(type.name) === key(name));
  if (known) return known;
  const type: ListedType = { ...untold, name, plans: [] };
  network.types.push(type);
  return type;
}

const key = (name: string) => name.toLowerCase();
