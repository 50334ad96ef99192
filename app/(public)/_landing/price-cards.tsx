import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney } from "#lib/core/money/money";

/** Today's price of one plan of each network, as a new reseller pays it. */
export function PriceCards({ plans }: { plans: readonly PlanView[] }) {
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" className="font-semibold text-xl">
        Today’s prices
      </h2>
      <p className="mt-1 text-muted">Wholesale, before any discount of a higher level.</p>
      <ul className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        {plans.map((plan) => (
          <li key={plan.id} className="min-w-0 rounded-lg border border-line bg-surface p-4">
            <p className="flex items-center gap-2.5 font-semibold">
              <NetworkTile name={plan.networkName} size="sm" />
              {plan.networkName}
            </p>
            <p className="mt-4">
              <Money text={formatMoney(plan.price)} size="xl" />
            </p>
            <p className="mt-0.5 text-muted text-sm">
              {formatPlanSize(plan)}, {plan.validity}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
