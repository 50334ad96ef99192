/** A plan as it's compared with others of its network. `price`: in minor units. */
interface ComparedPlan {
  size: string;
  validity: string;
  price: bigint;
}

/** Separates the cheapest plan of each size and validity from those of other types. Both keep their order. */
export function separateCheapest<Plan>(
  plans: readonly Plan[],
  compare: (plan: Plan) => ComparedPlan,
): { cheapest: Plan[]; others: Plan[] } {
  const lowest = new Map<string, { plan: Plan; price: bigint }>();
  for (const plan of plans) {
    const { size, validity, price } = compare(plan);
    const key = `${size} ${validity}`.toLowerCase();
    const before = lowest.get(key);
    if (!before || price < before.price) lowest.set(key, { plan, price });
  }
  const cheapest = new Set([...lowest.values()].map(({ plan }) => plan));
  return {
    cheapest: plans.filter((plan) => cheapest.has(plan)),
    others: plans.filter((plan) => !cheapest.has(plan)),
  };
}
