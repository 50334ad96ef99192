import { declareActions } from "#lib/core/action";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { supplierActionItems } from "./supplier-action-items.ts";
import { supplierGauges } from "./supplier-gauges.ts";

export const supplierModule = defineModule({
  name: "supplier",
  tables: {
    chain_cuts: operatorData({
      forever: "times in which a supplier was off, or that a restored database lacks",
    }),
    plan_routings: operatorData({ current: "settings" }),
    routes: operatorData({ current: "the plans that suppliers list" }),
    supplier_sending: operatorData({ current: "the state of sending to suppliers" }),
    suppliers: operatorData({ current: "suppliers" }),
  },
  actions: {
    ...declareActions(() => import("./save-supplier.ts"), {
      addSupplier: { redirects: "goods", permission: "suppliers", audit: "supplier.added" },
      changeSupplier: {
        redirects: "goods",
        permission: "suppliers",
        audit: "supplier.changed",
      },
    }),
    ...declareActions(() => import("./turn-supplier.ts"), {
      turnSupplierOff: {
        redirects: "goods",
        permission: "suppliers",
        audit: "supplier.off",
        input: "TurnSupplierInput",
      },
      turnSupplierOn: {
        redirects: "goods",
        approval: true,
        permission: "suppliers",
        audit: ["supplier.on", "approval_request.made"],
        input: "TurnSupplierInput",
      },
    }),
    ...declareActions(() => import("./plan-routing.ts"), {
      setPlanRouting: {
        redirects: "goods",
        approval: true,
        permission: "suppliers",
        audit: ["supplier.plan_routing", "approval_request.made"],
      },
    }),
    ...declareActions(() => import("./add-plan.ts"), {
      addPlan: {
        redirects: "goods",
        permission: "prices",
        audit: "supplier.plan_added",
        reason: false,
      },
    }),
    ...declareActions(() => import("./sync-supplier.ts"), {
      syncCatalogue: { redirects: null, permission: "prices", audit: "catalogue.synced", reason: false },
      syncSupplier: { redirects: null, permission: "prices", audit: "supplier.synced", reason: false },
    }),
    ...declareActions(() => import("./confirm-matches.ts"), {
      confirmMatches: {
        redirects: "goods",
        permission: "prices",
        audit: "supplier.matches_confirmed",
        reason: false,
      },
    }),
    ...declareActions(() => import("./match-route.ts"), {
      confirmRouteCost: {
        redirects: "goods",
        permission: "prices",
        audit: "supplier.cost_confirmed",
        reason: false,
      },
      ignoreRoute: { redirects: null, permission: "prices", audit: "supplier.route_ignored", reason: false },
      matchRoute: {
        redirects: "goods",
        permission: "prices",
        audit: "supplier.route_matched",
        reason: false,
      },
    }),
  },
  audit: {
    "catalogue.synced": "updated the catalogue from the main supplier",
    "supplier.added": "added a supplier",
    "supplier.changed": "changed a supplier",
    "supplier.cost_confirmed": "confirmed a supplier’s cost",
    "supplier.matches_confirmed": "confirmed the matches of a supplier",
    "supplier.off": "turned a supplier off",
    "supplier.on": "turned a supplier on",
    "supplier.plan_added": "added a supplier’s plan to the catalogue",
    "supplier.plan_routing": "changed how a supplier is chosen for a plan",
    "supplier.route_ignored": "changed whether a supplier’s plan is ignored",
    "supplier.route_matched": "matched a supplier’s plan",
    "supplier.synced": "updated a supplier’s plans",
  },
  jobs: [
    {
      name: "catalogue",
      label: "Catalogue sync",
      pool: "prices",
      when: EVERY_MINUTE,
      atStart: true,
      wakeOn: { price_changed: {} },
      async run(ctx) {
        await (await import("./sync-supplier.ts")).syncCatalogue(ctx);
      },
    },
    {
      name: "suppliers",
      label: "Supplier sync",
      pool: "prices",
      when: EVERY_MINUTE,
      atStart: true,
      async run(ctx) {
        await (await import("./sync-supplier.ts")).syncSuppliers(ctx);
      },
    },
  ],
  gauges: supplierGauges,
  actionItems: supplierActionItems,
});
