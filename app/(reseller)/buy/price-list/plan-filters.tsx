import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { FilterBar } from "#app/ui/list/filter-bar";
import { SearchInput } from "#app/ui/list/search-input";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import type { ListPlansInput, PlanListView } from "#lib/catalogue/list-plans";
import { buildTypeOptions, listActiveFilters } from "./price-list-view.ts";

interface Props {
  query: Query;
  input: ListPlansInput;
  view: PlanListView;
}

/** The filters of the price list, except the network. */
export function PlanFilters({ query, input, view }: Props) {
  const typed = (name: string) => [query[name]].flat()[0];
  const validities = view.validities.map((value) => ({ value, label: value }));
  return (
    <FilterBar
      key={JSON.stringify(query)}
      action="/buy"
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
export function NetworkTabs({ networks, chosen, query }: NetworkTabsProps) {
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
