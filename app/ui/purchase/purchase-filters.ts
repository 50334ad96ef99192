import type { Filter } from "#app/ui/list/list-filters";
import type { PurchaseFilterOptions } from "#lib/purchase/read/purchase-filter";

const STATE_OPTIONS = [
  { value: "open", label: "Processing" },
  { value: "unconfirmed", label: "Unconfirmed" },
  { value: "successful", label: "Delivered" },
  { value: "failed", label: "Failed, refunded" },
  { value: "cancelled", label: "Cancelled, refunded" },
  { value: "reversed", label: "Reversed" },
];

/** Builds the filters of a purchase list, with the plans of the chosen network. */
export function buildPurchaseFilters(
  { networks, plans }: PurchaseFilterOptions,
  network: number | undefined,
): Filter[] {
  const named = plans.map((plan) => ({ ...plan, full: `${plan.networkName} ${plan.label}` }));
  return [
    { name: "state", label: "Status", empty: "All", options: STATE_OPTIONS },
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
    { name: "run", label: "Batch", kind: "hidden", chip: (run) => `Batch ${run}` },
  ];
}
