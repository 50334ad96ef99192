import type { AdminPlansInput } from "#lib/catalogue/admin-plans";
import type { RuleChoices } from "#lib/catalogue/rules";
import { address, type Query } from "../../ui/address.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";

interface Props {
  query: Query;
  input: AdminPlansInput;
  choices: RuleChoices;
}

const STATES: Record<NonNullable<AdminPlansInput["state"]>, string> = {
  sold: "Sold",
  not_sold: "Not sold",
  below_cost: "Below cost",
  hidden: "Hidden",
  off: "Switched off",
  gone: "No longer listed",
};

/** Everything the desk's list of plans can be narrowed by. */
export function PlanFilters({ query, input, choices }: Props) {
  const { words, network, type, state } = input;
  const types = choices.types.filter(({ networkId }) => network === undefined || networkId === network);
  const labels: Record<string, string | undefined> = {
    words: words && `“${words}”`,
    network: choices.networks.find(({ id }) => id === network)?.name,
    type: typeLabel(choices, type),
    state: state && STATES[state],
  };
  return (
    <FilterBar
      key={JSON.stringify(query)}
      action="/admin/catalogue"
      active={Object.entries(labels).flatMap(([name, label]) =>
        label ? [{ label, without: address("/admin/catalogue", query, { [name]: null }) }] : [],
      )}
      search={
        <SearchInput
          label="Find a plan"
          name="words"
          placeholder="1 GB weekly, or #12"
          defaultValue={words}
        />
      }
    >
      <Select
        label="Network"
        name="network"
        empty="All"
        defaultValue={network}
        options={choices.networks.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        label="Type"
        name="type"
        empty="All"
        defaultValue={type}
        options={types.map(({ networkId, id, name, networkName }) => ({
          value: `${networkId} ${id}`,
          label: network === undefined ? `${networkName} ${name}` : name,
        }))}
      />
      <Select
        label="State"
        name="state"
        empty="All"
        defaultValue={state}
        options={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
      />
    </FilterBar>
  );
}

function typeLabel({ types }: RuleChoices, value: string | undefined): string | undefined {
  const found = types.find(({ networkId, id }) => `${networkId} ${id}` === value);
  return found && `${found.networkName} ${found.name}`;
}
