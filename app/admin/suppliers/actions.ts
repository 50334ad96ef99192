"use server";

import { redirect } from "next/navigation";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { startDispatching } from "#lib/purchase/send/dispatch-control";
import { confirmRouteCost, ignoreRoute, matchRoute } from "#lib/supplier/match-route";
import { setRouting } from "#lib/supplier/routing";
import {
  AddSupplierInput,
  addSupplier,
  ChangeSupplierInput,
  changeSupplier,
} from "#lib/supplier/save-supplier";
import { syncSupplier } from "#lib/supplier/sync-supplier";
import { turnSupplierOff, turnSupplierOn } from "#lib/supplier/turn-supplier";

export const addSupplierAction = createAdminAction(
  addSupplier,
  ({ id }) => redirect(`/admin/suppliers/${id}`),
  { form: AddSupplierInput, confirms: true },
);

export const changeSupplierAction = createAdminAction(changeSupplier, "Supplier saved.", {
  form: ChangeSupplierInput,
  confirms: true,
});

export const turnSupplierOnAction = createAdminAction(turnSupplierOn, "The portal buys from this supplier.");

export const turnSupplierOffAction = createAdminAction(
  turnSupplierOff,
  "Nothing more is sent to this supplier. Sent purchases finish.",
);

export const startSupplierAction = createAdminAction(startDispatching, "Sending to this supplier continues.");

export const setRoutingAction = createAdminAction(setRouting, "Choice saved.");

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

export const confirmRouteCostAction = createAdminAction(confirmRouteCost, "Cost confirmed.");
