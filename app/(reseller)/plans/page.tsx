import { ListInput, list, type PlanListView } from "#lib/catalogue/list";
import { requireResellerPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Filters } from "./filters.tsx";
import { Group } from "./group.tsx";
import { groupPlans } from "./groups.ts";
import { NetworkTabs } from "./network-tabs.tsx";
import { NoPlans } from "./no-plans.tsx";
import { Off } from "./off.tsx";
import { Stale } from "./stale.tsx";

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
      <PageHeader title="Plans" lead={leadOf(view)} />
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
