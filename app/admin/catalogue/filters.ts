import type { Filter } from "#app/ui/list/list-filters";
import type { PriceRuleChoices } from "#lib/catalogue/price/list-price-rules";

export const PLAN_SEARCH = { name: "words", label: "Find a plan", placeholder: "1 GB weekly, or #12" };

const STATE_LABELS = {
  sold: "On sale",
  not_sold: "Not on sale",
  below_cost: "Below cost",
  hidden: "Hidden",
  off: "Turned off",
  doubt: "To confirm",
  gone: "No longer listed",
};

export function buildPlanFilters(
  { networks, types }: PriceRuleChoices,
  network: number | undefined,
): Filter[] {
  const named = types.map(({ networkId, id, name, networkName }) => ({
    networkId,
    name,
    value: `${networkId} ${id}`,
    full: `${networkName} ${name}`,
  }));
  return [
    {
      name: "network",
      label: "Network",
      options: networks.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "type",
      label: "Type",
      options: named
        .filter(({ networkId }) => network === undefined || networkId === network)
        .map(({ value, name, full }) => ({ value, label: network === undefined ? full : name })),
      chip: (type) => named.find(({ value }) => value === type)?.full,
    },
    { name: "state", label: "Status", options: STATE_LABELS },
  ];
}
