import type { SelectOption } from "#app/ui/form/select";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import type { PlanView } from "#lib/catalogue/plan-view";
import { formatMoney } from "#lib/core/money/money";

/** Builds the options of a plan `Select`, each with its price and the id that batch files use. */
export function buildPlanOptions(plans: readonly PlanView[]): SelectOption[] {
  return plans.map((plan) => ({
    value: String(plan.id),
    label: `${formatPlanLabel(plan)}, ${formatMoney(plan.price)} (${plan.id})`,
  }));
}
