"use server";

import { redirect } from "next/navigation";
import { answerChange } from "#app/admin/approval";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { confirmMissingPlan } from "#lib/catalogue/confirm-missing-plan";
import { setPriceBasis } from "#lib/catalogue/price/price-basis";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { SetRoutingInput, setRouting } from "#lib/dispatch/routing";
import { addPlan } from "#lib/supplier/add-plan";
import { confirmMatches } from "#lib/supplier/confirm-matches";
import { confirmRouteCost, ignoreRoute, matchRoute } from "#lib/supplier/match-route";
import { SetPlanRoutingInput, setPlanRouting } from "#lib/supplier/plan-routing";
import {
  AddSupplierInput,
  addSupplier,
  ChangeSupplierInput,
  changeSupplier,
} from "#lib/supplier/save-supplier";
import { syncSupplier } from "#lib/supplier/sync-supplier";
import { TurnSupplierInput, turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";

export const addSupplierAction = createAdminAction(
  addSupplier,
  ({ id }) => redirect(`/admin/networks/suppliers/${id}`),
  { form: AddSupplierInput },
);

export const changeSupplierAction = createAdminAction(changeSupplier, answerChange("Supplier saved."), {
  form: ChangeSupplierInput,
});

export const turnSupplierOnAction = createAdminAction(
  turnSupplierOn,
  answerChange("The portal buys from this supplier."),
  { form: TurnSupplierInput },
);

export const turnSupplierOffAction = createAdminAction(
  turnSupplierOff,
  "Nothing more is sent to this supplier. Sent purchases finish.",
  { form: TurnSupplierInput },
);

export const startSupplierAction = createAdminAction(startDispatching, "Sending to this supplier continues.");

export const setRoutingAction = createAdminAction(setRouting, answerChange("Choice saved."), {
  form: SetRoutingInput,
});

export const setPlanRoutingAction = createAdminAction(setPlanRouting, answerChange("Choice saved."), {
  form: SetPlanRoutingInput,
});

export const setPriceBasisAction = createAdminAction(setPriceBasis, "Saved. Prices are up to date.");

export const addPlanAction = createAdminAction(
  addPlan,
  ({ planId }) => `Added to your catalogue as plan #${planId}.`,
);

export const syncSupplierAction = createAdminAction(syncSupplier, ({ plans, changed, matched }) =>
  changed + matched === 0
    ? `The list is up to date: ${plans} plans.`
    : `${plans} plans, ${changed} of them changed, ${matched} matched automatically.`,
);

export const matchRouteAction = createAdminAction(matchRoute, ({ matched }) =>
  matched ? "Matched." : "The match is removed.",
);

export const ignoreRouteAction = createAdminAction(ignoreRoute, (_done, { ignored }) =>
  ignored === "yes" ? "Ignored." : "Listed again.",
);

export const confirmMatchesAction = createAdminAction(confirmMatches, ({ count }) =>
  count === 1 ? "1 match confirmed." : `${count} matches confirmed.`,
);

export const confirmMissingPlanAction = createAdminAction(
  confirmMissingPlan,
  "Confirmed. The plan is no longer listed.",
);

export const confirmRouteCostAction = createAdminAction(confirmRouteCost, "Cost confirmed.");
