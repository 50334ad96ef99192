import { NoPlans } from "#app/(reseller)/buy/buy-parts";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import type { Query } from "#app/ui/list/build-href.ts";
import { FilterBar } from "#app/ui/list/filter-bar";
import { SearchInput } from "#app/ui/list/search-input";
import { BalanceToggle } from "#app/ui/private-money";
import type { ListPlansInput } from "#lib/catalogue/list-plans";
import type { Audience } from "#lib/core/price-list/stored-price-list";
import type { PriceListView } from "#lib/price-list/get-price-list";
import { GainSettings } from "./gain.tsx";
import { NetworkTabs } from "./network-tabs.tsx";
import { PlanGroupList } from "./plan-group-list.tsx";
import { buildTypeOptions, listActiveFilters, toPlanGroupTexts } from "./price-list-view.ts";
import { PRICE_LISTS } from "./price-lists.ts";

interface Props {
  audience: Audience;
  query: Query;
  input: ListPlansInput;
  view: PriceListView;
}

/** The markups of a price list that has some. */
export function PriceListSettings({ audience, query, view }: Omit<Props, "input">) {
  return (
    view.list && (
      <div className="relative -mt-2 mb-2">
        <GainSettings
          audience={audience}
          list={view.list}
          plans={view.all}
          networks={view.networks}
          types={[...new Set(view.types.map(({ name }) => name))]}
          open={[query.open].flat()[0]}
        />
        <div className="absolute top-2.5 right-0">
          <BalanceToggle />
        </div>
      </div>
    )
  );
}

/** The plans of a price list, with the filters that are in the query. */
export function PriceListBody({ audience, query, input, view }: Props) {
  const anyOnSale = view.networks.length > 0;
  const { path } = PRICE_LISTS[audience];
  return (
    <>
      {anyOnSale && (
        <>
          <NetworkTabs path={path} networks={view.networks} chosen={input.network} query={query} />
          <PlanFilters audience={audience} query={query} input={input} view={view} />
        </>
      )}
      {view.plans.length === 0 && (anyOnSale || view.off.length === 0) && (
        <NoPlans filtered={anyOnSale} path={path} />
      )}
      <PlanGroupList audience={audience} groups={toPlanGroupTexts(view.plans)} sold={view.fresh} />
    </>
  );
}

/** The filters of the price list, except the network. */
function PlanFilters({ audience, query, input, view }: Props) {
  const { path } = PRICE_LISTS[audience];
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
      action={path}
      values={values}
      active={listActiveFilters(path, query, input, view)}
      search={
        <SearchInput label="Find a plan" name="words" placeholder="1 GB weekly" defaultValue={input.words} />
      }
    >
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
