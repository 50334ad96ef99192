import type { ListInput, PlanListView } from "#lib/catalogue/list";
import type { Query } from "../../ui/address.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { Input } from "../../ui/input.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { activeFilters } from "./active-filters.ts";
import { typeOptions } from "./type-options.ts";

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
