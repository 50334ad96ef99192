"use client";

import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { RowLink } from "../../ui/row-link.tsx";

/** A group of plans in words. */
export interface PlanGroupWords {
  key: string;
  network: string;
  type: string;
  plans: readonly PlanWords[];
}

interface PlanWords {
  id: number;
  size: string;
  lasts: string;
  price: string;
  /** What others pay, and how much less that is; where it is less. */
  standard?: string;
  saving?: string;
}

/** The list, made of its words here too: hundreds of rows of markup, said once more as payload, were most of the page. */
export function PlanGroups({ groups, sold }: { groups: readonly PlanGroupWords[]; sold: boolean }) {
  return groups.map((group) => <Group key={group.key} group={group} sold={sold} />);
}

/** The plans of one network and type under a heading that stays in sight. */
function Group({ group: { key, network, type, plans }, sold }: { group: PlanGroupWords; sold: boolean }) {
  return (
    <section aria-labelledby={`group-${key}`} className="mb-6">
      <h2
        id={`group-${key}`}
        className="sticky top-0 z-1 -mx-4 flex min-h-12 items-center gap-2.5 bg-ground px-4 font-semibold md:mx-0 md:px-0"
      >
        <NetworkTile name={network} size="sm" />
        <span className="min-w-0 truncate">
          {network} <span className="font-medium text-muted">{type}</span>
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

/** One plan: its size and how long it lasts, the price beside the standard one. Tapping it buys it. */
function PlanRow({ plan, sold }: { plan: PlanWords; sold: boolean }) {
  const { id, size, lasts, price, standard, saving } = plan;
  return (
    <li className="plan-row">
      <p className="min-w-0">
        {sold ? (
          <RowLink href={`/buy?plan=${id}`} className="font-semibold">
            {size}
          </RowLink>
        ) : (
          <span className="font-semibold">{size}</span>
        )}
        <span className="block truncate text-muted text-sm">{lasts}</span>
      </p>
      <p className="shrink-0 text-right">
        <span className="block font-semibold">
          <span className="sr-only">Your price </span>
          <Money text={price} />
        </span>
        {standard && (
          <span className="block text-sm">
            <span className="sr-only">Standard price </span>
            <s className="text-faint">{standard}</s> <span className="text-good">{`save ${saving}`}</span>
          </span>
        )}
      </p>
    </li>
  );
}
