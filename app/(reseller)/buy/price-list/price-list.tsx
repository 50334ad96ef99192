import { BuyTabs, NoPlans, OffBanner, PausedBanner, PRICE_LIST_PATH } from "#app/(reseller)/buy/buy-parts";
import { Banner } from "#app/ui/banner";
import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { FilterBar } from "#app/ui/list/filter-bar";
import { SearchInput } from "#app/ui/list/search-input";
import { NetworkTile } from "#app/ui/network-tile";
import { HelpPopover } from "#app/ui/page/help-popover";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { ListPlansInput, listPlans, type PlanListView } from "#lib/catalogue/list-plans";
import type { Ctx } from "#lib/core/context";
import { formatTime } from "#lib/core/time/time";
import { listOwnPausedTypes } from "#lib/outage/list-paused-types";
import { PlanGroupList } from "./plan-group-list.tsx";
import { buildTypeOptions, listActiveFilters, toPlanGroupTexts } from "./price-list-view.ts";

/** The price list of the reseller's level. Its filters are in the query. */
export async function PriceList({ ctx, query }: { ctx: Ctx; query: Query }) {
  const input = ListPlansInput.parse(query);
  const [view, paused] = await Promise.all([listPlans(ctx, input), listOwnPausedTypes(ctx)]);
  const anyOnSale = view.networks.length > 0;
  return (
    <>
      <PageHeader
        title="Buy data"
        lead={formatLead(view)}
        tabs={<BuyTabs ctx={ctx} current={PRICE_LIST_PATH} />}
      />
      <OffBanner off={view.off} />
      <PausedBanner paused={paused} />
      {view.staleSince && <StaleCatalogueNote since={view.syncedAt ?? view.staleSince} />}
      {anyOnSale && (
        <>
          <NetworkTabs networks={view.networks} chosen={input.network} query={query} />
          <PlanFilters query={query} input={input} view={view} />
        </>
      )}
      {view.plans.length === 0 && (anyOnSale || view.off.length === 0) && <NoPlans filtered={anyOnSale} />}
      <PlanGroupList groups={toPlanGroupTexts(view.plans)} sold={view.fresh} />
      <footer className="mt-4 flex flex-wrap gap-x-5">
        <HelpPopover about="price" />
        <PageLink href="/buy/price-images" className={LINK_CLASS}>
          Price images
        </PageLink>
        <PageLink href="/status" className={LINK_CLASS}>
          Network status
        </PageLink>
      </footer>
    </>
  );
}

function formatLead({ plans, fresh }: PlanListView): string {
  const count = plans.length === 1 ? "1 plan" : `${plans.length} plans`;
  return `${count} at your price.${fresh && plans.length > 0 ? " Tap one to buy it." : ""}`;
}

const LINK_CLASS = "inline-flex min-h-11 items-center font-medium text-accent text-sm";

function StaleCatalogueNote({ since }: { since: Date }) {
  return (
    <Banner className="mb-4" kind="warn" title={`These prices are from ${formatTime(since)}`}>
      We can’t get newer prices right now, so buying is paused and nothing is charged. Buying starts again
      automatically when new prices arrive.
    </Banner>
  );
}

interface Props {
  query: Query;
  input: ListPlansInput;
  view: PlanListView;
}

/** The filters of the price list, except the network. */
function PlanFilters({ query, input, view }: Props) {
  const typed = (name: string) => [query[name]].flat()[0];
  const validities = view.validities.map((value) => ({ value, label: value }));
  const values = {
    words: input.words ?? "",
    type: typed("type") ?? "",
    validity: input.validity ?? "",
    min: typed("min") ?? "",
    max: typed("max") ?? "",
  };
  return (
    <FilterBar
      action="/buy"
      values={values}
      active={listActiveFilters(query, input, view)}
      search={
        <SearchInput label="Find a plan" name="words" placeholder="1 GB weekly" defaultValue={input.words} />
      }
    >
      <input type="hidden" name="view" value="plans" />
      {input.network !== undefined && <input type="hidden" name="network" value={input.network} />}
      <Select
        label="Type"
        name="type"
        empty="All types"
        options={buildTypeOptions(view, input.network)}
        defaultValue={typed("type")}
      />
      <Select
        label="Validity"
        name="validity"
        empty="Any validity"
        options={validities}
        defaultValue={input.validity}
      />
      <Input label="Minimum price" name="min" inputMode="decimal" defaultValue={typed("min")} />
      <Input label="Maximum price" name="max" inputMode="decimal" defaultValue={typed("max")} />
    </FilterBar>
  );
}

interface NetworkTabsProps {
  networks: readonly { id: number; name: string }[];
  chosen: number | undefined;
  query: Query;
}

const TAB_CLASS = [
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface pr-4 pl-2",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** One tab for each network. A type belongs to one network, so changing the network drops it. */
function NetworkTabs({ networks, chosen, query }: NetworkTabsProps) {
  const to = (network: string | null) => buildHref("/buy", query, { network, type: null });
  return (
    <nav aria-label="Networks" className="-mx-4 mb-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        <li>
          <PageLink
            href={to(null)}
            aria-current={chosen ? undefined : "true"}
            className={cx(TAB_CLASS, "pl-4")}
          >
            All
          </PageLink>
        </li>
        {networks.map(({ id, name }) => (
          <li key={id}>
            <PageLink
              href={to(String(id))}
              aria-current={chosen === id ? "true" : undefined}
              className={TAB_CLASS}
            >
              <NetworkTile name={name} size="sm" />
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
