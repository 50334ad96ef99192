import type { SelectOption } from "#app/ui/form/select";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import type { ActiveFilter } from "#app/ui/list/filter-bar";
import type { ListPlansInput, PlanListView } from "#lib/catalogue/list-plans";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney, formatSignedMoney } from "#lib/core/money/money";
import type { PricedPlanView } from "#lib/price-list/get-price-list";

/** The list grouped by network and type, in its own order. */
export function groupPlans<P extends PlanView>(plans: readonly P[]) {
  const groups = Map.groupBy(plans, ({ networkId, typeId }) => `${networkId}-${typeId}`);
  return [...groups].map(([key, ofGroup]) => ({
    key,
    network: ofGroup[0]?.networkName ?? "",
    type: ofGroup[0]?.typeName ?? "",
    plans: ofGroup,
  }));
}

export type PlanGroupText = ReturnType<typeof toPlanGroupTexts>[number];

export function toPlanGroupTexts(plans: readonly PricedPlanView[]) {
  return groupPlans(plans).map((group) => ({
    ...group,
    plans: group.plans.map(({ id, size, volume, name, validity, price, ...plan }) => ({
      id,
      size: formatPlanSize({ size, volume }),
      validity: name ? `${name}, ${validity}` : validity,
      price: formatMoney(plan.sellingPrice ?? price),
      /** The reseller’s price, and the difference; null where `price` is the reseller’s. */
      cost: plan.gain === null ? null : formatMoney(price),
      gain: plan.gain === null ? null : formatSignedMoney(plan.gain),
      isLoss: plan.gain !== null && plan.gain < 0n,
      hidden: plan.hidden,
    })),
  }));
}

/** The plan types to filter by: of the chosen network, or of all, each id once with its names. */
export function buildTypeOptions(
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

/** The labels of the active filters of the page at `path`, each with the address without it. */
export function listActiveFilters(
  path: string,
  query: Query,
  input: ListPlansInput,
  view: Pick<PlanListView, "types">,
): ActiveFilter[] {
  const without = (name: string) => buildHref(path, query, { [name]: null });
  const type = buildTypeOptions(view, input.network).find(({ value }) => value === String(input.type));
  const on: [string, string | undefined | false][] = [
    ["words", input.words && `“${input.words}”`],
    ["type", type?.label],
    ["validity", input.validity],
    ["min", input.min !== undefined && `From ${formatMoney(input.min)}`],
    ["max", input.max !== undefined && `Up to ${formatMoney(input.max)}`],
  ];
  return on.flatMap(([name, label]) => (label ? [{ label, without: without(name) }] : []));
}
