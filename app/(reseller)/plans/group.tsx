import { NetworkTile } from "../../ui/network-tile.tsx";
import type { PlanGroup } from "./groups.ts";
import { PlanRow } from "./plan-row.tsx";

/** The plans of one network and type under a heading that stays in sight. */
export function Group({ group, sold }: { group: PlanGroup; sold: boolean }) {
  const { key, networkName, typeName, plans } = group;
  return (
    <section aria-labelledby={`group-${key}`} className="mb-6">
      <h2
        id={`group-${key}`}
        className="sticky top-0 z-1 -mx-4 flex min-h-12 items-center gap-2.5 bg-ground px-4 font-semibold md:mx-0 md:px-0"
      >
        <NetworkTile name={networkName} size="sm" />
        <span className="min-w-0 truncate">
          {networkName} <span className="font-medium text-muted">{typeName}</span>
        </span>
      </h2>
      <ul className="-mx-4 grid overflow-hidden border-line border-y bg-surface md:mx-0 md:rounded-lg md:border lg:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} sold={sold} />
        ))}
      </ul>
    </section>
  );
}
