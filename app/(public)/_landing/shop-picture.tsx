import { CircleCheck } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney, type Minor } from "#lib/core/money/money";

/** A picture of a shop as customers see it, with today's plans at prices of a reseller who adds a tenth. */
export function ShopPicture({ plans }: { plans: readonly PlanView[] }) {
  return (
    <figure
      role="img"
      aria-label="A shop on a phone: customers choose a plan, pay, and see it delivered."
      className="mx-auto w-full max-w-76"
    >
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-[2rem] border-[0.5rem] border-ink bg-ground shadow-lift dark:border-edge"
      >
        <div className="awning [--awning-size:2.05rem]" />
        <div className="grid gap-3 p-4 pt-3">
          <p className="flex items-center gap-3">
            <span className="grid size-11 place-items-center rounded-md bg-brand-soft font-semibold text-brand-strong text-lg">
              A
            </span>
            <span>
              <span className="block font-semibold">Ada’s Data</span>
              <span className="block text-muted text-xs">Mobile data, for any number</span>
            </span>
          </p>
          <div className="divide-y divide-line rounded-md border border-line bg-surface">
            {plans.slice(0, MAX_PLANS).map((plan) => (
              <p key={plan.id} className="flex items-center gap-3 px-3 py-2.5">
                <NetworkTile name={plan.networkName} size="sm" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold text-sm">{formatPlanSize(plan)}</span>
                  <span className="block truncate text-muted text-xs">{plan.validity}</span>
                </span>
                <Money text={formatMoney(addTenth(plan.price))} className="font-semibold" />
              </p>
            ))}
          </div>
          <p className="flex items-center gap-2.5 rounded-md bg-good-soft px-3 py-2.5 font-semibold text-good text-sm">
            <CircleCheck className="size-5 shrink-0" />
            Delivered to 0803 123 4567
          </p>
        </div>
      </div>
    </figure>
  );
}

const MAX_PLANS = 4;

/** In tens of the currency. */
const ROUNDING = 1000n;

const addTenth = (price: Minor): Minor => ((price * 11n) / 10n / ROUNDING + 1n) * ROUNDING;
