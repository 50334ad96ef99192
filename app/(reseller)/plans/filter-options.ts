import type { ListInput, PlanListView } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { address, type Query } from "../../ui/address.ts";
import type { ActiveFilter } from "../../ui/filter-bar.tsx";
import type { SelectOption } from "../../ui/select.tsx";

/** The types that can be asked for: of the chosen network, or of all, each id once with its names. */
export function typeOptions(
  { types }: Pick<PlanListView, "types">,
  network: number | undefined,
): SelectOption[] {
  const names = new Map<number, Set<string>>();
  for (const type of types) {
    if (network !== undefined && type.networkId !== network) continue;
    names.set(type.id, (names.get(type.id) ?? new Set()).add(type.name));
  }
  return [...names].map(([id, of]) => ({ value: String(id), label: [...of].join(", ") }));
}

/** The filters that are on, in words, each with the address without it. */
export function activeFilters(query: Query, input: ListInput, view: PlanListView): ActiveFilter[] {
  const without = (name: string) => address("/plans", query, { [name]: null });
  const type = typeOptions(view, input.network).find(({ value }) => value === String(input.type));
  const on: [string, string | undefined | false][] = [
    ["words", input.words && `“${input.words}”`],
    ["type", type?.label],
    ["validity", input.validity],
    ["min", input.min !== undefined && `From ${formatMoney(input.min)}`],
    ["max", input.max !== undefined && `Up to ${formatMoney(input.max)}`],
  ];
  return on.flatMap(([name, label]) => (label ? [{ label, without: without(name) }] : []));
}
