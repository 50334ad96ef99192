import type { FilterOptions } from "#lib/purchase/read/filter-options";
import type { Filter } from "./list-filters.tsx";

/** Words for the filters of states; the order is the order of the list. */
const STATES = [
  { value: "open", label: "On its way" },
  { value: "unconfirmed", label: "Not confirmed yet" },
  { value: "successful", label: "Delivered" },
  { value: "failed", label: "Failed, money back" },
  { value: "cancelled", label: "Cancelled" },
  { value: "reversed", label: "Reversed" },
];

/** The filters of a list of purchases, a reseller's or all of them. Of the plans, those of the network that is chosen. */
export function purchaseFilters({ networks, plans }: FilterOptions, network: number | undefined): Filter[] {
  const named = plans.map((plan) => ({ ...plan, full: `${plan.networkName} ${plan.label}` }));
  return [
    { name: "state", label: "State", empty: "All", options: STATES },
    {
      name: "network",
      label: "Network",
      empty: "All",
      options: networks.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "plan",
      label: "Plan",
      empty: "All",
      options: named
        .filter(({ networkId }) => network === undefined || networkId === network)
        .map(({ id, label, full }) => ({ value: String(id), label: network === undefined ? full : label })),
      chip: (plan) => named.find(({ id }) => String(id) === plan)?.full ?? `Plan ${plan}`,
    },
    { name: "run", label: "List", kind: "hidden", chip: (run) => `List ${run}` },
  ];
}
