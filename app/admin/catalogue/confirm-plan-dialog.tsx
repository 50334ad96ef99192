import { AdminDialog } from "#app/admin/admin-form";
import { confirmPlanAction } from "#app/admin/catalogue/actions.ts";
import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import type { Plan } from "#lib/catalogue/catalogue";
import { formatMoney, type Minor } from "#lib/core/money/money";

type DoubtedPlan = Pick<AdminPlanView, "id" | "label" | "doubt" | "mainCost" | "confirmedCost">;

const format = (cost: Minor | null) => (cost === null ? "unknown" : formatMoney(cost));

/** Describes the values from before, and those of the main supplier's list or response. */
export function describeDoubt({ doubt, mainCost, confirmedCost }: DoubtedPlan): string {
  const texts: Record<NonNullable<Plan["doubt"]>, string> = {
    cost: `Its cost was ${format(confirmedCost)} and would be ${format(mainCost)}.`,
    missing: "The last list lacks it and most other plans.",
    new: `It is new, at a cost of ${format(mainCost)}, in a list that lacks most other plans.`,
    charged: `The main supplier charged more than it lists: ${format(mainCost)}.`,
  };
  return doubt ? texts[doubt] : "";
}

/** Confirms a plan's change, so that it is sold again. */
export function ConfirmPlanDialog({ plan }: { plan: DoubtedPlan }) {
  const { id, label, doubt, mainCost } = plan;
  if (doubt === null) return null;
  const about =
    doubt === "missing"
      ? "Confirmed, it is no longer listed. Otherwise it is sold again once a list has it."
      : "Confirmed, it is sold at this cost. Ask the main supplier first if it looks wrong.";
  return (
    <AdminDialog
      needs="prices"
      reasonLabel={null}
      submitLook="primary"
      trigger="Confirm"
      look={{ size: "sm" }}
      title={`Confirm: ${label}`}
      about={`${describeDoubt(plan)} ${about}`}
      id={`confirm-plan-${id}`}
      action={confirmPlanAction}
      hidden={{ planId: id, doubt, cost: mainCost === null ? "" : String(mainCost) }}
      submit={doubt === "missing" ? "Confirm loss" : "Confirm cost"}
    />
  );
}
