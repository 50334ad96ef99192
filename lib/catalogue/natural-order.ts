import { sizeInMb } from "./size.ts";
import type { PlanView } from "./view.ts";

type Sortable = Pick<PlanView, "id" | "networkId" | "typeId" | "size" | "volume" | "price">;

const mbOf = (plan: Sortable) => sizeInMb(plan.size, plan.volume) ?? Number.MAX_SAFE_INTEGER;

/** The order in which people look for plans: network, type, size, price. */
export function naturally(one: Sortable, other: Sortable): number {
  return (
    one.networkId - other.networkId ||
    one.typeId - other.typeId ||
    mbOf(one) - mbOf(other) ||
    Number(one.price - other.price) ||
    one.id - other.id
  );
}
