import { AdminDialog } from "#app/admin/admin-form";
import { confirmMissingPlanAction, confirmRouteCostAction } from "#app/admin/networks/suppliers/actions.ts";
import type { AdminPlanView } from "#lib/catalogue/admin-plan-view";
import type { Plan } from "#lib/catalogue/catalogue";
import { formatMoney, type Minor } from "#lib/core/money/money";

type DoubtedPlan = Pick<AdminPlanView, "id" | "label" | "listedBy" | "doubt" | "ownCost" | "confirmedCost">;

const format = (cost: Minor | null) => (cost === null ? "unknown" : formatMoney(cost));

/** Describes the values from before, and those of its supplier's list or response. */
export function describeDoubt({ doubt, ownCost, confirmedCost }: DoubtedPlan): string {
  const texts: Record<NonNullable<Plan["doubt"]>, string> = {
    cost: `Its cost was ${format(confirmedCost)} and would be ${format(ownCost)}.`,
    missing: "The last list lacks it and most other plans.",
    new: `It is new, at a cost of ${format(ownCost)}, in a list that lacks most other plans.`,
    charged: `Its supplier charged more than it lists: ${format(ownCost)}.`,
  };
  return doubt ? texts[doubt] : "";
}

/** Confirms a plan's change, so that it is sold again. */
export function ConfirmPlanDialog({ plan }: { plan: DoubtedPlan }) {
  const { id, label, listedBy, doubt, ownCost } = plan;
  if (doubt === null) return null;
  const dialog = {
    needs: "prices",
    reasonLabel: null,
    submitLook: "primary",
    trigger: "Confirm",
    look: { size: "sm" },
    title: `Confirm: ${label}`,
    id: `confirm-plan-${id}`,
  } as const;
  if (doubt === "missing")
    return (
      <AdminDialog
        {...dialog}
        about={`${describeDoubt(plan)} Confirmed, it is no longer listed. Otherwise it is sold again once a list has it.`}
        action={confirmMissingPlanAction}
        hidden={{ planId: id }}
        submit="Confirm loss"
      />
    );
  return (
    <AdminDialog
      {...dialog}
      about={`${describeDoubt(plan)} Confirmed, it is sold at this cost. Ask the supplier first if it looks wrong.`}
      action={confirmRouteCostAction}
      hidden={{ supplierId: listedBy, supplierPlanId: id, cost: String(ownCost) }}
      submit="Confirm cost"
    />
  );
}
