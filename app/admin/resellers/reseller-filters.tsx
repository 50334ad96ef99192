import { Search } from "lucide-react";
import { RESELLER_STATES, type ResellerFilter } from "#lib/account/list-resellers";
import { LEVELS } from "#lib/core/context";
import { address } from "../../ui/address.ts";
import { type ActiveFilter, FilterBar } from "../../ui/filter-bar.tsx";
import { Input } from "../../ui/input.tsx";
import { LEVEL_WORDS } from "../../ui/level-words.ts";
import { RESELLER_STATE_WORDS } from "../../ui/reseller-state.tsx";
import { Select } from "../../ui/select.tsx";

const HERE = "/admin/resellers";
const SEARCH = "Name or e-mail";

/** The filters that are on, as they stand in an address. */
export function resellerQuery({ q, level, state }: ResellerFilter): Record<string, string> {
  return { ...(q && { q }), ...(level && { level }), ...(state && { state }) };
}

export function ResellerFilters({ filter }: { filter: ResellerFilter }) {
  const { q, level, state } = filter;
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
        key={`level ${level}`}
        label="Level"
        name="level"
        empty="All"
        defaultValue={level ?? ""}
        options={LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
      />
      <Select
        key={`state ${state}`}
        label="State"
        name="state"
        empty="All"
        defaultValue={state ?? ""}
        options={RESELLER_STATES.map((value) => ({ value, label: RESELLER_STATE_WORDS[value].word }))}
      />
    </FilterBar>
  );
}

function chips(filter: ResellerFilter): ActiveFilter[] {
  const on = resellerQuery(filter);
  const words: Record<string, string | undefined> = {
    q: filter.q && `“${filter.q}”`,
    level: filter.level && LEVEL_WORDS[filter.level],
    state: filter.state && RESELLER_STATE_WORDS[filter.state].word,
  };
  return Object.keys(on).map((name) => ({
    label: words[name] ?? name,
    without: address(HERE, on, { [name]: null }),
  }));
}
