"use client";

import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import type { PlanGroupText } from "./price-list-view.ts";

/** The price list: a client component, so that markup of hundreds of rows isn’t sent again as page data. */
export function PlanGroupList({ groups, sold }: { groups: readonly PlanGroupText[]; sold: boolean }) {
  return groups.map((group) => <PlanGroupCard key={group.key} group={group} sold={sold} />);
}

interface Props {
  group: PlanGroupText;
  sold: boolean;
}

function PlanGroupCard({ group: { key, network, type, plans }, sold }: Props) {
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

function PlanRow({ plan, sold }: { plan: PlanGroupText["plans"][number]; sold: boolean }) {
  const { id, size, validity, price, saving } = plan;
  return (
    <li className="plan-row">
      <p className="min-w-0">
        {sold ? (
          <RowLink
            href={`/buy?plan=${id}`}
            label={`${size}, ${validity}, ${price}`}
            className="font-semibold"
          >
            {size}
          </RowLink>
        ) : (
          <span className="font-semibold">{size}</span>
        )}
        <span className="block truncate text-muted text-sm">{validity}</span>
      </p>
      <p className="shrink-0 text-right">
        <span className="block font-semibold">
          <span className="sr-only">Your price </span>
          <Money text={price} />
        </span>
        {saving && (
          <span className="block text-good text-sm">
            {`${saving} less`}
            <span className="sr-only"> than the standard price</span>
          </span>
        )}
      </p>
    </li>
  );
}
