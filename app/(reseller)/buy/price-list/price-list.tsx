import { BuyTabs, PRICE_LIST_PATH } from "#app/(reseller)/buy/buy-tabs";
import { NoPlans, OffBanner } from "#app/(reseller)/buy/plan-banners";
import { Banner } from "#app/ui/banner";
import type { Query } from "#app/ui/list/build-href.ts";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { ListPlansInput, listPlans, type PlanListView } from "#lib/catalogue/list-plans";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { NetworkTabs, PlanFilters } from "./plan-filters.tsx";
import { PlanGroupList, type PlanGroupText } from "./plan-group-list.tsx";
import { groupPlans, type PlanGroup } from "./price-list-view.ts";

/** The price list of the reseller's level. Its filters are in the query. */
export async function PriceList({ ctx, query }: { ctx: Ctx; query: Query }) {
  const input = ListPlansInput.parse(query);
  const view = await listPlans(ctx, input);
  const anyOnSale = view.networks.length > 0;
  return (
    <>
      <PageHeader title="Buy data" lead={formatLead(view)}>
        <PageLink
          href="/buy/price-images"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          Price images
        </PageLink>
        <PageLink
          href="/status"
          className="inline-flex min-h-11 items-center font-medium text-accent text-sm"
        >
          Network status
        </PageLink>
      </PageHeader>
      <BuyTabs current={PRICE_LIST_PATH} />
      <HelpPopover about="price" className="-mt-4 mb-3" />
      <OffBanner off={view.off} />
      {view.staleSince && <StaleCatalogueNote since={view.syncedAt ?? view.staleSince} />}
      {anyOnSale && (
        <>
          <NetworkTabs networks={view.networks} chosen={input.network} query={query} />
          <PlanFilters query={query} input={input} view={view} />
        </>
      )}
      {view.plans.length === 0 && (anyOnSale || view.off.length === 0) && <NoPlans filtered={anyOnSale} />}
      <PlanGroupList groups={toPlanGroupTexts(groupPlans(view.plans))} sold={view.fresh} />
    </>
  );
}

function formatLead({ plans, fresh }: PlanListView): string {
  const count = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  return `${count} at your price.${fresh && plans.length > 0 ? " Tap one to buy it." : ""}`;
}

function toPlanGroupTexts(groups: readonly PlanGroup[]): PlanGroupText[] {
  return groups.map(({ key, networkName, typeName, plans }) => ({
    ...{ key, network: networkName, type: typeName },
    plans: plans.map(({ id, size, volume, name, validity, price, standardPrice }) => ({
      id,
      size: formatPlanSize({ size, volume }),
      validity: name ? `${name}, ${validity}` : validity,
      price: formatMoney(price),
      ...(standardPrice > price && {
        standard: formatMoney(standardPrice),
        saving: formatMoney(standardPrice - price),
      }),
    })),
  }));
}

/** Warns that the prices may be out of date, so that nothing can be bought. */
function StaleCatalogueNote({ since }: { since: Date }) {
  return (
    <div className="mb-4">
      <Banner kind="warn" title={`These prices are from ${formatTime(since)}`}>
        We can’t get newer prices right now, so buying is paused and nothing is charged. Buying starts again
        automatically when new prices arrive.
      </Banner>
    </div>
  );
}
