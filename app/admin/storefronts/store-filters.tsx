import { Search } from "lucide-react";
import { STORE_STATES, type StoreFilter } from "#lib/store/list-stores";
import { address } from "../../ui/address.ts";
import { type ActiveFilter, FilterBar } from "../../ui/filter-bar.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { STORE_STATE_WORDS } from "./store-state.tsx";

const HERE = "/admin/storefronts";
const SEARCH = "Shop, address or owner";

/** The filters that are on, as they stand in an address. */
export function storeQuery({ q, state }: StoreFilter): Record<string, string> {
  return { ...(q && { q }), ...(state && { state }) };
}

export function StoreFilters({ filter }: { filter: StoreFilter }) {
  const { q, state } = filter;
  return (
    <FilterBar
      action={HERE}
      active={chips(filter)}
      search={
        <Input
          key={q}
          type="search"
          label={SEARCH}
          labelHidden
          name="q"
          placeholder={SEARCH}
          defaultValue={q}
          start={<Search aria-hidden />}
        />
      }
    >
      <Select
        key={`state ${state}`}
        label="State"
        name="state"
        empty="All"
        defaultValue={state ?? ""}
        options={STORE_STATES.map((value) => ({ value, label: STORE_STATE_WORDS[value].word }))}
      />
    </FilterBar>
  );
}

function chips(filter: StoreFilter): ActiveFilter[] {
  const on = storeQuery(filter);
  const words: Record<string, string | undefined> = {
    q: filter.q && `“${filter.q}”`,
    state: filter.state && STORE_STATE_WORDS[filter.state].word,
  };
  return Object.keys(on).map((name) => ({
    label: words[name] ?? name,
    without: address(HERE, on, { [name]: null }),
  }));
}
