import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { byReseller, TOTALS } from "#lib/core/personal-data";
import { ledgerNotifications } from "./ledger-notifications.ts";

export const ledgerModule = defineModule({
  name: "ledger",
  tables: {
    daily_closes: {
      retention: { forever: "daily closes" },
      personalData: TOTALS,
    },
    entries: {
      retention: { forever: "the sides of journals" },
      personalData: { none: "exported with their journal" },
    },
    journals: {
      retention: { forever: "every movement of money" },
      personalData: {
        ...byReseller,
        without: ["actor", "ref"],
        and: {
          entries: sql`(
            select jsonb_agg(
              jsonb_build_object('account', e.account, 'amount', e.amount, 'balance', e.balance))
            from entries e
            where e.journal_id = t.id)`,
        },
      },
    },
    operator_entries: {
      retention: { forever: "the operator's entries of confirmed money" },
      personalData: { none: "the operator's ledger" },
    },
    wallets: {
      retention: { forever: "resellers' money" },
      personalData: byReseller,
      blocksErasure: {
        account: (id) => sql`select held from wallets where reseller_id = ${id}`,
        explain: (sum) =>
          `${formatMoney(sum)} is held for purchases that are not settled. Wait until they are.`,
      },
    },
  },
  actions: {
    ...declareActions(() => import("./adjust-wallet.ts"), {
      postClawBack: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "wallet.clawed_back",
        input: "AdjustmentInput",
      },
      postCredit: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: ["wallet.credited", "approval_request.made"],
        input: "AdjustmentInput",
      },
      postDebit: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "wallet.debited",
        input: "AdjustmentInput",
      },
    }),
    ...declareActions(() => import("./reverse-entry.ts"), {
      reverseEntry: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "wallet.corrected",
      },
    }),
  },
  audit: {
    "wallet.clawed_back": "clawed back funds",
    "wallet.corrected": "reversed an entry",
    "wallet.credited": "credited a wallet",
    "wallet.debited": "debited a wallet",
  },
  events: {
    "wallet.changed": "Money of no purchase or message moved, or a wallet fell below zero.",
    "wallet.low": "A balance fell below its owner's threshold.",
  },
  notifications: ledgerNotifications,
});
