import { ListInput, list, type PlanListView } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { sayTime } from "#lib/core/time";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Help } from "../../ui/help.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Filters, NetworkTabs } from "./filters.tsx";
import { groupPlans, type PlanGroup } from "./groups.ts";
import { NoPlans } from "./no-plans.tsx";
import { Off } from "./off.tsx";
import { PlanGroups, type PlanGroupWords } from "./plan-groups.tsx";

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
      <PlanGroups groups={wordsOf(groupPlans(view.plans))} sold={view.fresh} />
    </>
  );
}

function leadOf({ plans, fresh }: PlanListView): string {
  const count = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  return `${count} at your price.${fresh && plans.length > 0 ? " Tap one to buy it." : ""}`;
}

/** Each group in the words of its plans. */
function wordsOf(groups: readonly PlanGroup[]): PlanGroupWords[] {
  return groups.map(({ key, networkName, typeName, plans }) => ({
    ...{ key, network: networkName, type: typeName },
    plans: plans.map(({ id, size, volume, name, validity, price, standardPrice }) => ({
      id,
      size: `${size} ${volume}`,
      lasts: name ? `${name}, ${validity}` : validity,
      price: formatMoney(price),
      ...(standardPrice > price && {
        standard: formatMoney(standardPrice),
        saving: formatMoney(standardPrice - price),
      }),
    })),
  }));
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
