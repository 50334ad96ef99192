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
      triggers: {
        daily_closes_append_only: "Prevents changes and deletion of a closed day.",
        daily_closes_no_truncate: "Prevents a truncate.",
      },
    },
    entries: {
      retention: { forever: "the sides of journals" },
      personalData: { none: "exported with their journal" },
      triggers: {
        journals_balanced: "Checks at the commit that each journal has two entries that sum to zero.",
        entries_count: "Counts a written entry against the wallet's change, for the check at the commit.",
        entries_count_journal: "Counts a written entry against its journal, for the check at the commit.",
        wallets_match: "Checks at the commit that wallets match their entries and open purchases.",
        entries_append_only: "Prevents changes and deletion of entries.",
        entries_no_truncate: "Prevents a truncate.",
      },
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
      triggers: {
        journals_append_only: "Prevents changes and deletion of journals.",
        journals_no_truncate: "Prevents a truncate.",
        journals_balanced: "Checks at the commit that each journal has two entries that sum to zero.",
        journals_count: "Counts a journal against its entries, for the check at the commit.",
        journals_match_purchase:
          "Checks at the commit that a purchase has exactly the journals of its state.",
        journals_durable: "Writes moved money to disk before the commit returns.",
        journals_check_money_proven:
          "Checks at the commit that a provider confirmed each payment, chargeback and refund in a wallet, to the unit.",
        journals_money_notify: "Updates pages about money that was credited or debited (channel `wallet`).",
        journals_events: "Records the event of money that was credited or debited (channel `lane`).",
      },
    },
    operator_entries: {
      retention: { forever: "the operator's entries of confirmed money" },
      personalData: { none: "the operator's ledger" },
      triggers: {
        operator_entries_check_agree:
          "Checks at the commit that the operator's entries of a payment sum to zero and match its state.",
        operator_entries_check_proven: "Checks that the amounts in wallets match, to the unit.",
        operator_entries_append_only: "Prevents changes and deletion of entries.",
        operator_entries_no_truncate: "Prevents a truncate.",
      },
    },
    wallets: {
      retention: { forever: "resellers' money" },
      personalData: byReseller,
      blocksErasure: {
        account: (id) => sql`select held from wallets where reseller_id = ${id}`,
        explain: (sum) =>
          `${formatMoney(sum)} is held for purchases that are not settled. Wait until they are.`,
      },
      triggers: {
        wallets_count_change:
          "Counts changed balances against entries and open purchases, for the check at the commit.",
        wallets_match: "Checks at the commit that wallets match their entries and open purchases.",
        wallets_events: "Records the event of a balance that falls below its threshold (channel `lane`).",
      },
    },
  },
  actions: {
    ...declareActions(() => import("./adjust-wallet.ts"), {
      postClawBack: {
        redirects: "money",
        password: true,
        approval: true,
        permission: "money",
        audit: "wallet.clawed_back",
        input: "AdjustmentInput",
      },
      postCredit: {
        redirects: "money",
        password: true,
        approval: true,
        permission: "money",
        audit: ["wallet.credited", "approval_request.made"],
        input: "AdjustmentInput",
      },
      postDebit: {
        redirects: "money",
        password: true,
        approval: true,
        permission: "money",
        audit: "wallet.debited",
        input: "AdjustmentInput",
      },
    }),
    ...declareActions(() => import("./reverse-entry.ts"), {
      reverseEntry: {
        redirects: "money",
        password: true,
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
    "wallet.changed": "Money that belongs to no purchase or message was credited or debited.",
    "wallet.low": "A balance fell below its owner's threshold.",
  },
  functions: {
    record_low_balance_event: "Records the event of a low balance.",
    record_money_event: "Records the event of money that was credited or debited.",
    add_unmatched: "Adds to what this transaction has not matched yet.",
    check_journal_balance: "Rejects a journal whose entries do not sum to zero.",
    check_operator_entries: "Rejects money whose operator entries do not match its state.",
    check_payment_proven: "Rejects a payment in a wallet that no provider confirmed, to the unit.",
    check_wallets_match: "Rejects a wallet that differs from its entries or from its open purchases.",
    count_entry: "Counts a written entry.",
    count_journal: "Counts that a journal takes two entries, and each of them.",
    count_open_purchase: "Counts the price of a purchase or an advance that opens or ends.",
    count_wallet_change: "Counts the changed balances of a wallet.",
    floor_after: "Returns the floor of a wallet after a transfer.",
    is_payment_proven:
      "Returns whether a provider confirmed the money of a journal, for the trigger and `check`.",
    mark_entries: "Returns a number for the entries of a journal.",
    mark_advanced: "Returns a number for an amount that was advanced to a wallet.",
    mark_balance: "Returns a number for a balance of a wallet.",
    mark_held: "Returns a number for an amount that is held in a wallet.",
    notify_wallet: "NOTIFY wallet.",
    open_wallet: "Opens an empty wallet.",
    operator_entries_agree:
      "Returns whether the operator's entries of a transaction are valid, for the trigger and `check`.",
    write_transfer: "Writes a transfer into the ledger: its journal and its two entries.",
  },
  notifications: ledgerNotifications,
});
