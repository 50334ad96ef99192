import type { PlanView } from "./plan-view.ts";

type Sortable = Pick<PlanView, "id" | "networkId" | "typeId" | "size" | "volume" | "price">;

export function sortPlansNaturally<Plan extends Sortable>(plans: readonly Plan[]): Plan[] {
  const sized = plans.map((plan) => ({
    plan,
    mb: parseSizeMb(plan.size, plan.volume) ?? Number.MAX_SAFE_INTEGER,
  }));
  sized.sort(
    (a, b) =>
      a.plan.networkId - b.plan.networkId ||
      a.plan.typeId - b.plan.typeId ||
      a.mb - b.mb ||
      Number(a.plan.price - b.plan.price) ||
      a.plan.id - b.plan.id,
  );
  return sized.map(({ plan }) => plan);
}

const MB_PER_UNIT: Record<string, number> = { KB: 1 / 1024, MB: 1, GB: 1024, TB: 1024 * 1024 };

/** Parses a data size into MB ("1.5", "GB" → 1536). @returns undefined when it is not a size. */
export function parseSizeMb(size: string, volume: string): number | undefined {
  const match = /^([\d.,]+)\s*([KMGT]B)$/i.exec(`${size}${volume}`.trim());
  const [, digits = "", unit = ""] = match ?? [];
  const number = Number(digits.replaceAll(",", ""));
  const mb = MB_PER_UNIT[unit.toUpperCase()];
  return mb === undefined || Number.isNaN(number) ? undefined : number * mb;
}
