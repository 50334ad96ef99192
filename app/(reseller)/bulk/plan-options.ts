import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney } from "#lib/core/money";
import type { SelectOption } from "../../ui/select.tsx";

/** Plans as the choices of a `Select`, each with its price and the number by which a list names it. */
export function planOptions(plans: readonly PlanView[]): SelectOption[] {
  return plans.map(({ id, networkName, size, volume, name, typeName, validity, price }) => ({
    value: String(id),
    label: `${networkName} ${size} ${volume} ${name ?? typeName}, ${validity}, ${formatMoney(price)} (${id})`,
  }));
}
