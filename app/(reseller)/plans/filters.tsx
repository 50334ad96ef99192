import type { ListInput, PlanListView } from "#lib/catalogue/list";
import { address, type Query } from "../../ui/address.ts";
import { cx } from "../../ui/cx.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { Input } from "../../ui/input.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { activeFilters, typeOptions } from "./filter-options.ts";

interface Props {
  query: Query;
  input: ListInput;
  view: PlanListView;
}

/** Everything the price list can be narrowed by, besides the network. */
export function Filters({ query, input, view }: Props) {
  const typed = (name: string) => [query[name]].flat()[0];
  const validities = view.validities.map((value) => ({ value, label: value }));
  return (
    <FilterBar
      key={JSON.stringify(query)}
      action="/plans"
      active={activeFilters(query, input, view)}
      search={
        <SearchInput label="Find a plan" name="words" placeholder="1 GB weekly" defaultValue={input.words} />
      }
    >
      {input.network !== undefined && <input type="hidden" name="network" value={input.network} />}
      <Select
        label="Type"
        name="type"
        empty="All types"
        options={typeOptions(view, input.network)}
        defaultValue={typed("type")}
      />
      <Select
        label="Lasts"
        name="validity"
        empty="Any time"
        options={validities}
        defaultValue={input.validity}
      />
      <Input label="Price from" name="min" inputMode="decimal" defaultValue={typed("min")} />
      <Input label="Price up to" name="max" inputMode="decimal" defaultValue={typed("max")} />
    </FilterBar>
  );
}

interface NetworkTabsProps {
  networks: readonly { id: number; name: string }[];
  chosen: number | undefined;
  query: Query;
}

const TAB = [
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface pr-4 pl-2",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** The networks side by side, one tap each; a type belongs to its network, so it is dropped on the way. */
export function NetworkTabs({ networks, chosen, query }: NetworkTabsProps) {
  const to = (network: string | null) => address("/plans", query, { network, type: null });
  return (
    <nav aria-label="Networks" className="-mx-4 mb-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        <li>
          <PageLink href={to(null)} aria-current={chosen ? undefined : "true"} className={cx(TAB, "pl-4")}>
            All
          </PageLink>
        </li>
        {networks.map(({ id, name }) => (
          <li key={id}>
            <PageLink href={to(String(id))} aria-current={chosen === id ? "true" : undefined} className={TAB}>
              <NetworkTile name={name} size="sm" />
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
