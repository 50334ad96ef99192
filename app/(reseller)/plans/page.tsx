import { ListInput, list, type PlanListView } from "#lib/catalogue/list";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Help } from "../../ui/help.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { Filters, NetworkTabs } from "./filters.tsx";
import { groupPlans, type PlanGroup } from "./groups.ts";
import { NoPlans } from "./no-plans.tsx";
import { Off } from "./off.tsx";

export const metadata = { title: "Plans" };

/** The price list of the reseller's level, its filters in the address. */
export default async function PlansPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const query = await searchParams;
  const input = ListInput.parse(query);
  const view = await list(ctx, input);
  const anyOnSale = view.networks.length > 0;
  return (
    <>
      <PageHeader title="Plans" lead={leadOf(view)}>
        <PageLink
          href="/plans/share"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          Price list to share
        </PageLink>
        <PageLink
          href="/status"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          How the networks deliver
        </PageLink>
      </PageHeader>
      <Help about="price" className="-mt-4 mb-3" />
      <Off off={view.off} />
      {view.staleSince && <Stale since={view.syncedAt ?? view.staleSince} />}
      {anyOnSale && (
        <>
          <NetworkTabs networks={view.networks} chosen={input.network} query={query} />
          <Filters query={query} input={input} view={view} />
        </>
      )}
      {view.plans.length === 0 && (anyOnSale || view.off.length === 0) && <NoPlans filtered={anyOnSale} />}
      {groupPlans(view.plans).map((group) => (
        <Group key={group.key} group={group} sold={view.fresh} />
      ))}
    </>
  );
}

function leadOf({ plans, fresh }: PlanListView): string {
  const count = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  return `${count} at your price.${fresh && plans.length > 0 ? " Tap one to buy it." : ""}`;
}

/** One plan: its size and how long it lasts, the price beside the standard one. Tapping it buys it. */
export function PlanRow({ plan, sold }: { plan: PlanView; sold: boolean }) {
  const size = `${plan.size} ${plan.volume}`;
  const saving = plan.standardPrice - plan.price;
  return (
    <li className="plan-row">
      <p className="min-w-0">
        {sold ? (
          <RowLink href={`/buy?plan=${plan.id}`} className="font-semibold">
            {size}
          </RowLink>
        ) : (
          <span className="font-semibold">{size}</span>
        )}
        <span className="block truncate text-muted text-sm">
          {plan.name ? `${plan.name}, ${plan.validity}` : plan.validity}
        </span>
      </p>
      <p className="shrink-0 text-right">
        <span className="block font-semibold">
          <span className="sr-only">Your price </span>
          <Money text={formatMoney(plan.price)} />
        </span>
        {saving > 0n && (
          <span className="block text-sm">
            <span className="sr-only">Standard price </span>
            <s className="text-faint">{formatMoney(plan.standardPrice)}</s>{" "}
            <span className="text-good">{`save ${formatMoney(saving)}`}</span>
          </span>
        )}
      </p>
    </li>
  );
}

/** The plans of one network and type under a heading that stays in sight. */
function Group({ group, sold }: { group: PlanGroup; sold: boolean }) {
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

/** Says that the prices may no longer be today's, and what that means. */
function Stale({ since }: { since: Date }) {
  return (
    <div className="mb-4">
      <Notice kind="warn" title={`These prices are from ${sayTime(since)}`}>
        Newer ones cannot be had at the moment, so nothing can be bought and nothing is charged. Buying opens
        again by itself as soon as they are here.
      </Notice>
    </div>
  );
}
