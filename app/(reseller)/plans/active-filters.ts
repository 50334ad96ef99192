import type { ListInput, PlanListView } from "#lib/catalogue/list";
import { formatMoney } from "#lib/core/money";
import { address, type Query } from "../../ui/address.ts";
import type { ActiveFilter } from "../../ui/filter-bar.tsx";
import { typeOptions } from "./type-options.ts";

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
