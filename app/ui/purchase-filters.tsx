import type { FilterOptions } from "#lib/purchase/read/filter-options";
import { address } from "./address.ts";
import { type ActiveFilter, FilterBar } from "./filter-bar.tsx";
import { Input } from "./input.tsx";
import { SearchInput } from "./search-input.tsx";
import { Select } from "./select.tsx";

type Query = Readonly<Record<string, string>>;

interface Props {
  /** The page itself. */
  action: string;
  /** The filters that are on, as they stand in the address. */
  on: Query;
  options: FilterOptions;
  /** What the one box finds by. */
  search: string;
  /** Words for filters that only this page knows: name to what its chip says. */
  more?: Query;
}

/** Words for the filters of states; the order is the order of the list. */
const STATES: Record<string, string> = {
  open: "On its way",
  unconfirmed: "Not confirmed yet",
  successful: "Delivered",
  failed: "Failed, money back",
  cancelled: "Cancelled",
  reversed: "Reversed",
};

/** The filters of a list of purchases, a reseller's or all of them. */
export function PurchaseFilters({ action, on, options, search, more = {} }: Props) {
  const plans = options.plans.filter(({ networkId }) => !on.network || String(networkId) === on.network);
  return (
    <FilterBar
      action={action}
      active={chips(action, on, options, more)}
      search={<SearchInput key={on.q} label={search} name="q" defaultValue={on.q} />}
    >
      <Select
        key={`state ${on.state}`}
        label="State"
        name="state"
        empty="All"
        defaultValue={on.state ?? ""}
        options={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
      />
      <Select
        key={`network ${on.network}`}
        label="Network"
        name="network"
        empty="All"
        defaultValue={on.network ?? ""}
        options={options.networks.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        key={`plan ${on.plan} ${on.network}`}
        label="Plan"
        name="plan"
        empty="All"
        defaultValue={on.plan ?? ""}
        options={plans.map(({ id, networkName, label }) => ({
          value: String(id),
          label: on.network ? label : `${networkName} ${label}`,
        }))}
      />
      <Input
        key={`from ${on.from}`}
        type="date"
        className="md:text-sm"
        label="From"
        name="from"
        defaultValue={on.from}
      />
      <Input
        key={`to ${on.to}`}
        type="date"
        className="md:text-sm"
        label="To"
        name="to"
        defaultValue={on.to}
      />
      {Object.keys(more).map(
        (name) => on[name] && <input key={name} type="hidden" name={name} value={on[name]} />,
      )}
    </FilterBar>
  );
}

function chips(action: string, on: Query, options: FilterOptions, more: Query): ActiveFilter[] {
  const plan = options.plans.find(({ id }) => String(id) === on.plan);
  const words: Record<string, string | undefined> = {
    q: on.q && `“${on.q}”`,
    state: on.state && STATES[on.state],
    network: on.network && (options.networks.find(({ id }) => String(id) === on.network)?.name ?? on.network),
    plan: plan ? `${plan.networkName} ${plan.label}` : on.plan && `Plan ${on.plan}`,
    from: on.from && `From ${on.from}`,
    to: on.to && `To ${on.to}`,
    ...more,
  };
  return Object.entries(words).flatMap(([name, label]) =>
    label && on[name] ? [{ label, without: address(action, on, { [name]: null }) }] : [],
  );
}
