"use client";

import { Pencil } from "#app/ui/icon/icons.ts";
import { RowLink } from "#app/ui/list/row-link";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import { PrivateMoney, PrivateText } from "#app/ui/private-money";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import type { PlanGroupText } from "./price-list-view.ts";
import { PRICE_LISTS } from "./price-lists.ts";

interface ListProps {
  audience: Audience;
  groups: readonly PlanGroupText[];
  /** Whether customers can be sold to. */
  sold: boolean;
}

/** The price list: a client component, so that markup of hundreds of rows isn’t sent again as page data. */
export function PlanGroupList({ groups, ...props }: ListProps) {
  return groups.map((group) => <PlanGroupCard key={group.key} group={group} {...props} />);
}

interface Props extends Omit<ListProps, "groups"> {
  group: PlanGroupText;
}

function PlanGroupCard({ group: { key, network, type, plans }, ...props }: Props) {
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
          <PlanRow key={plan.id} plan={plan} {...props} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Omit<ListProps, "groups"> {
  plan: PlanGroupText["plans"][number];
}

function PlanRow({ plan, audience, sold }: RowProps) {
  const { path, payers } = PRICE_LISTS[audience];
  const { id, size, validity, price, cost, gain, isLoss, hidden } = plan;
  return (
    <li className="plan-row">
      <p className="min-w-0 flex-1">
        {sold && audience === "customers" ? (
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
          <span className="sr-only">{cost === null ? "Your price " : `${payers} pay `}</span>
          {cost === null ? <PrivateMoney text={price} /> : <Money text={price} />}
        </span>
        <span className="block text-muted text-sm">
          {hidden && "Hidden "}
          {cost !== null && (
            <PrivateText>
              <span className="sr-only">you pay </span>
              {cost} <span className={isLoss ? "text-bad" : "text-good"}>{gain}</span>
            </PrivateText>
          )}
        </span>
      </p>
      {cost !== null && (
        <PageLink
          href={`${path}/${id}`}
          aria-label={`Change price of ${size}, ${validity}`}
          className="relative z-1 -my-2 -mr-3 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
        >
          <Pencil className="size-4.5" />
        </PageLink>
      )}
    </li>
  );
}
