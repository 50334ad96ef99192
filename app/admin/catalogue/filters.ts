import type { Filter } from "#app/ui/list/list-filters";
import type { PriceRuleChoices } from "#lib/catalogue/list-price-rules";

export const PLAN_SEARCH = { name: "words", label: "Find a plan", placeholder: "1 GB weekly, or #12" };

const STATE_OPTIONS = [
  { value: "sold", label: "Sold" },
  { value: "not_sold", label: "Not sold" },
  { value: "below_cost", label: "Below cost" },
  { value: "hidden", label: "Hidden" },
  { value: "off", label: "Turned off" },
  { value: "gone", label: "No longer listed" },
];

/** The filters of plans; with a network selected, only its plan types. */
export function buildPlanFilters(
  { networks, types }: PriceRuleChoices,
  network: number | undefined,
): Filter[] {
  const named = types.map(({ networkId, id, name, networkName }) => ({
    ...{ networkId, name, value: `${networkId} ${id}` },
    full: `${networkName} ${name}`,
  }));
  return [
    {
      name: "network",
      label: "Network",
      empty: "All",
      options: networks.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "type",
      label: "Type",
      empty: "All",
      options: named
        .filter(({ networkId }) => network === undefined || networkId === network)
        .map(({ value, name, full }) => ({ value, label: network === undefined ? full : name })),
      chip: (type) => named.find(({ value }) => value === type)?.full,
    },
    { name: "state", label: "State", empty: "All", options: STATE_OPTIONS },
  ];
}
