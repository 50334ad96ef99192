import { declareActions } from "#lib/core/action";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { reconcileActionItems } from "./reconcile-action-items.ts";
import { reconcileGauges } from "./reconcile-gauges.ts";
import { reconcileSettings } from "./reconcile-settings.ts";

export const reconcileModule = defineModule({
  name: "reconcile",
  tables: {
    chain_checkpoints: operatorData({
      label: "checkpoints of the balance chain",
      by: "lib/reconcile/chain-checkpoints.ts",
      days: () => 3,
    }),
    chain_findings: operatorData({ current: "the chain's last findings" }),
    discrepancies: {
      retention: { forever: "discrepancies and who acknowledged them" },
      personalData: { none: "the operator's work" },
    },
    chain_basis: operatorData({ current: "a counter" }),
    upstream_adjustments: {
      retention: { forever: "changes of the upstream balance" },
      personalData: { none: "the operator's work" },
    },
  },
  settings: [reconcileSettings],
  actions: {
    ...declareActions(() => import("./admin/acknowledge-discrepancies.ts"), {
      acknowledgeDiscrepancies: {
        redirects: "money",
        permission: "money",
        audit: "discrepancy.acknowledged",
      },
    }),
    ...declareActions(() => import("./admin/approve-request.ts"), {
      approveRequest: {
        redirects: "money",
        permission: "money",
        audit: [
          "approval_request.approved",
          "purchase.failed",
          "purchase.successful",
          "purchase.supplier_named",
        ],
        input: null,
      },
    }),
    ...declareActions(() => import("./admin/record-upstream-deposit.ts"), {
      recordUpstreamDeposit: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "upstream.topped_up",
      },
    }),
    ...declareActions(() => import("./admin/reject-request.ts"), {
      rejectRequest: {
        redirects: null,
        permission: "money",
        audit: ["purchase.approval_rejected", "approval_request.rejected"],
      },
    }),
    ...declareActions(() => import("./admin/resolve-unconfirmed.ts"), {
      resolveUnconfirmed: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: [
          "purchase.failed",
          "purchase.successful",
          "purchase.approval_requested",
          "purchase.supplier_named",
        ],
      },
    }),
  },
  audit: {
    "discrepancy.acknowledged": "acknowledged a discrepancy",
    "discrepancy.explained": "resolved a discrepancy",
    "discrepancy.found": "detected a discrepancy",
    "discrepancy.reopened": "reopened a discrepancy",
    "purchase.proven": "proved an outcome from balances",
    "purchase.supplier_named": "named the supplier of a purchase",
    "upstream.topped_up": "recorded a supplier deposit",
  },
  jobs: [
    {
      name: "reconcile",
      label: "Reconciliation",
      pool: "reconcile",
      when: EVERY_MINUTE,
      // A definite response may prove the results of other purchases.
      wakeOn: { purchase: { for: (change) => / (successful|failed)$/.test(change), delayMs: 5_000 } },
      async run(ctx) {
        const { more, upTo } = await (await import("./reconcile.ts")).reconcilePurchases(ctx);
        return { more, progress: upTo };
      },
    },
  ],
  gauges: reconcileGauges,
  actionItems: reconcileActionItems,
});
