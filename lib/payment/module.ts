import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { byOwner, byReseller, operatorData } from "#lib/core/personal-data";
import { paymentActionItems } from "./payment-action-items.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { paymentJobs } from "./payment-jobs.ts";
import { paymentSettings } from "./payment-settings.ts";
import { PROVIDER_DATA_DAYS } from "./provider-data-days.ts";
import { PROVIDERS } from "./providers/providers.ts";

export const paymentModule = defineModule({
  name: "payment",
  variables: Object.values(PROVIDERS).map(({ getVariables }) => getVariables),
  tables: {
    dedicated_accounts: {
      retention: { forever: "dedicated accounts" },
      personalData: byReseller,
    },
    payment_disputes: {
      retention: { forever: "disputes of payers' banks" },
      personalData: {
        account: byOwner(
          sql`(select reseller_id from provider_transactions m where m.id = t.transaction_id)`,
        ),
      },
    },
    payment_refunds: {
      retention: { forever: "refunds; the provider's data is erased with its webhooks" },
      personalData: {
        account: byOwner(
          sql`(select reseller_id from provider_transactions m where m.id = t.transaction_id)`,
        ),
        without: ["raw", "requested_by"],
      },
    },
    payments: {
      retention: { forever: "payments" },
      personalData: byReseller,
    },
    provider_fee_rules: operatorData({ current: "settings" }),
    provider_keys: {
      // That a reseller had keys stays; removed ones go once nothing is open by them.
      retention: {
        label: "previous provider keys of resellers, after they were replaced by others of the same account",
        by: "lib/payment/keys/provider-keys.ts",
        days: () => 7,
      },
      personalData: { ...byReseller, without: ["sealed", "previous_sealed", "address"] },
    },
    provider_transactions: {
      retention: { forever: "confirmed payments; the provider's data is erased with its webhooks" },
      personalData: { ...byReseller, without: ["raw", "decided_by"] },
    },
    provider_webhooks: {
      retention: {
        // Those to resellers' own addresses go after three days (`lib/payment/erase-provider-data.ts`).
        label: "provider webhooks and provider data, word for word",
        by: "lib/payment/erase-provider-data.ts",
        days: () => PROVIDER_DATA_DAYS,
      },
      personalData: { none: "provider data, which providers export themselves" },
    },
    settlement_checks: operatorData({ current: "times of the last comparison of settlements" }),
    settlement_discrepancies: {
      retention: { forever: "discrepancies between settlements and ledger" },
      personalData: { none: "the operator's work" },
    },
    settlement_lines: {
      retention: { forever: "lines of settlements" },
      personalData: { none: "the operator's ledger" },
    },
    settlements: {
      retention: { forever: "settlements" },
      personalData: { none: "the operator's ledger" },
    },
  },
  erasures: {
    async provider_data(ctx, { email, reason }) {
      if (email === undefined) return 0;
      const { eraseProviderDataOf } = await import("./erase-provider-data.ts");
      return eraseProviderDataOf(ctx, { email, reason });
    },
  },
  async search(ctx, q) {
    const { searchOwnPayments } = await import("./search-payments.ts");
    return searchOwnPayments(ctx, q);
  },
  settings: [paymentSettings],
  actions: {
    ...declareActions(() => import("./account/dedicated-account-list.ts"), {
      setDedicatedAccountState: {
        redirects: "money",
        permission: "money",
        audit: ["dedicated_account.retired", "dedicated_account.reopened"],
      },
    }),
    ...declareActions(() => import("./erase-provider-data.ts"), {
      eraseProviderDataOf: { redirects: null, permission: "personal", audit: "payment.erased" },
    }),
    ...declareActions(() => import("./fee/set-fee-rule.ts"), {
      setFeeRule: { redirects: "money", permission: "rules", audit: "payment.fee_rule" },
    }),
    ...declareActions(() => import("./recheck-payment.ts"), {
      recheckPayment: { redirects: null, permission: "answer", audit: "payment.rechecked", reason: false },
    }),
    ...declareActions(() => import("./refund/end-refund.ts"), {
      endRefund: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "money.refund_failed",
      },
      retryRefund: { redirects: null, permission: "money", audit: null, reason: false },
    }),
    ...declareActions(() => import("./settlement/accept-discrepancy.ts"), {
      acceptSettlementDiscrepancy: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "settlement.acknowledged",
      },
    }),
    ...declareActions(() => import("./settlement/settlement-comparisons.ts"), {
      requestSettlementComparison: {
        redirects: null,
        permission: "money",
        audit: "settlement.checked",
        reason: false,
      },
    }),
    ...declareActions(() => import("./suspense/resolve-suspense.ts"), {
      assignSuspense: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "money.assigned",
      },
      recordManualRefund: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "money.refunded",
      },
      refundSuspense: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "money.refund_requested",
      },
    }),
  },
  audit: {
    "dedicated_account.requested": "requested a dedicated account",
    "dedicated_account.opened": "activated a dedicated account",
    "dedicated_account.rejected": "was denied a dedicated account",
    "dedicated_account.reopened": "reactivated a dedicated account",
    "dedicated_account.retired": "retired a dedicated account",
    "money.assigned": "credited a wallet from suspense",
    "money.charge_back_won": "recorded a won chargeback",
    "money.charged_back": "recorded a chargeback",
    "money.credited": "credited a payment",
    "money.dispute_answered": "recorded evidence for a dispute",
    "money.dispute_lost": "recorded a lost dispute",
    "money.dispute_open": "recorded an open dispute",
    "money.dispute_won": "recorded a won dispute",
    "money.lost_in_part": "recorded a dispute lost in part",
    "money.unmatched": "flagged an unmatched payment",
    "money.refund_requested": "requested a refund",
    "money.refund_attention": "flagged a refund",
    "money.refund_failed": "recorded a failed refund",
    "money.refunded": "recorded a refund",
    "money.seen": "recorded a direct payment",
    "money.settled": "resolved an unmatched payment",
    "money.suspended": "moved a payment to suspense",
    "payment.rechecked": "rechecked a payment",
    "payment.erased": "erased provider data",
    "payment.expired": "recorded an expired payment",
    "payment.failed": "recorded a failed payment",
    "payment.fee_rule": "changed a provider’s fee",
    "payment.started": "started a payment",
    "settlement.acknowledged": "accepted a settlement discrepancy",
    "settlement.checked": "checked settlements",
    "settlement.booked": "posted a settlement",
    "settlement.read": "imported a settlement",
    "shop.keys_removed": "disconnected a payment account",
    "shop.keys_set": "connected a payment account",
  },
  jobs: paymentJobs,
  gauges: paymentGauges,
  actionItems: paymentActionItems,
});
