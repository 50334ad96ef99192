import type { PlanView } from "./plan-view.ts";

type Sortable = Pick<PlanView, "id" | "networkId" | "typeId" | "size" | "volume" | "price">;

/** Plans in the order in which people look for them: network, type, size, price. */
export function inNaturalOrder<Plan extends Sortable>(plans: readonly Plan[]): Plan[] {
  const sized = plans.map((plan) => ({
    plan,
    mb: sizeInMb(plan.size, plan.volume) ?? Number.MAX_SAFE_INTEGER,
  }));
  sized.sort(
    ({ plan: one, mb }, { plan: other, mb: otherMb }) =>
      one.networkId - other.networkId ||
      one.typeId - other.typeId ||
      mb - otherMb ||
      Number(one.price - other.price) ||
      one.id - other.id,
  );
  return sized.map(({ plan }) => plan);
}

const MB_PER_UNIT: Record<string, number> = { KB: 1 / 1024, MB: 1, GB: 1024, TB: 1024 * 1024 };

/** A data size in MB for sorting ("1.5", "GB" → 1536); undefined when it is not clear. */
export function sizeInMb(size: string, volume: string): number | undefined {
  const match = /^([\d.,]+)\s*([KMGT]B)$/i.exec(`${size}${volume}`.trim());
  const [, digits = "", unit = ""] = match ?? [];
  const number = Number(digits.replaceAll(",", ""));
  const mb = MB_PER_UNIT[unit.toUpperCase()];
  return mb === undefined || Number.isNaN(number) ? undefined : number * mb;
}
