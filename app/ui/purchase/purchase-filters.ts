import type { Filter } from "#app/ui/list/list-filters";
import type { PurchaseFilterOptions } from "#lib/purchase/read/purchase-filter";

const STATE_LABELS = {
  open: "Processing",
  unconfirmed: "Unconfirmed",
  successful: "Delivered",
  failed: "Failed, refunded",
  cancelled: "Cancelled, refunded",
  reversed: "Reversed",
};

export function buildPurchaseFilters(
  { networks, plans }: PurchaseFilterOptions,
  network: number | undefined,
  helpers: readonly { id: number; name: string }[] = [],
): Filter[] {
  const named = plans.map((plan) => ({ ...plan, full: `${plan.networkName} ${plan.label}` }));
  return [
    { name: "state", label: "Status", options: STATE_LABELS },
    {
      name: "network",
      label: "Network",
      options: networks.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "plan",
      label: "Plan",
      options: named
        .filter(({ networkId }) => network === undefined || networkId === network)
        .map(({ id, label, full }) => ({ value: String(id), label: network === undefined ? full : label })),
      chip: (plan) => named.find(({ id }) => String(id) === plan)?.full ?? `Plan ${plan}`,
    },
    ...(helpers.length === 0
      ? []
      : [
          {
            name: "helper",
            label: "Sold by",
            options: helpers.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]),
    { name: "run", label: "Batch", kind: "hidden", chip: (run) => `Batch ${run}` },
  ];
}
