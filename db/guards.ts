/**
 * What the database itself does beside its tables, columns and checks: the triggers of each table and what they are for.
 * They are made in `db/migrations`; `guards.test.ts` compares this list with a migrated database.
 */
export const TRIGGERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: {
    accounts_an_owner_stays: "The last owner who could sign in is not closed.",
  },
  announcements: {
    announcements_webhooks:
      "What is announced is queued for every endpoint that asked for it, and wakes the sender (channel `webhook`).",
    announcements_notices: "And every reseller is told (channel `notice`).",
  },
  attempts: {
    attempts_durable:
      "A claim and its answer are on disk before the commit returns, whatever the connection set.",
  },
  audit: {
    audit_append_only: "History is never changed or deleted.",
    audit_no_truncate: "Nor emptied.",
    audit_personal_apart:
      "Names, numbers and e-mails of a record go to `audit_personal`, which can be erased.",
    audit_notices: "What may not have been its owner is told to the account at once (channel `notice`).",
  },
  audit_personal: {
    audit_personal_only_erased: "The facts of a record can be erased, and not otherwise changed.",
    audit_personal_no_truncate: "Nor emptied all at once.",
  },
  bulk_rows: {
    bulk_rows_moves: "What became of a row of a list is never changed; only those of a draft go.",
  },
  bulk_runs: {
    bulk_runs_moves: "A list only goes from one state to the next as it may; one that was begun is kept.",
    bulk_runs_due: "A run that may go on again, or was cancelled, is looked at now.",
    bulk_runs_told:
      "A run that may go on wakes whoever places its rows (channel `bulk`), and pages hear of it (channel `wallet`).",
  },
  case_words: {
    case_words_admins: "Admins are told of a new case, and of what a reseller adds (channel `notice`).",
    case_words_notices: "The reseller is told of each answer in a case (channel `notice`).",
  },
  cases: {
    cases_told: "Pages hear of a case and of its answers (channel `wallet`).",
  },
  complaints: {
    complaints_told: "Pages hear of a complaint and of what the shop said (channel `wallet`).",
  },
  catalogue: {
    catalogue_webhooks:
      "A new version queues a message to every endpoint that asked for plans, and wakes the sender.",
  },
  daily_closes: {
    daily_closes_append_only: "A closed day is never changed or deleted.",
    daily_closes_no_truncate: "Nor emptied.",
  },
  decisions: {
    decisions_confirmed: "Only whose role includes it confirms a proposal, and within a week.",
  },
  dispatcher: {
    dispatcher_told: "Starting, stopping and a new time to probe wake the dispatcher (channel `dispatcher`).",
  },
  entries: {
    journals_balanced: "At the commit, the entries of each journal sum to zero.",
    entries_append_only: "Entries are never changed or deleted.",
    entries_no_truncate: "Nor emptied.",
  },
  house_entries: {
    house_entries_agree:
      "At the commit, the house's entries of a payment sum to zero and say what became of it.",
    house_entries_proven: "And what they say is in a wallet is there, to the unit.",
    house_entries_append_only: "Entries are never changed or deleted.",
    house_entries_no_truncate: "Nor emptied.",
  },
  funding_requests: {
    funding_requests_told:
      "Who looks at a wallet hears of a request and of what became of it (channel `wallet`).",
  },
  journals: {
    journals_append_only: "Journals are never changed or deleted.",
    journals_no_truncate: "Nor emptied.",
    journals_durable: "Money that moved is on disk before the commit returns.",
    journals_money_proven:
      "At the commit, a provider confirmed the money of each payment in a wallet, and of each that was taken or given back; what is sent back is that of such a payment, to the unit.",
    journals_money_told: "Who looks at a wallet hears of money that came or was taken (channel `wallet`).",
    journals_notices: "Its owner is told of money that came or was taken (channel `notice`).",
  },
  notices: {
    notices_moves: "What an account was told stays; it is only read, and passed on, once.",
    notices_kept: "And is not deleted for a month.",
    notices_no_truncate: "Nor emptied.",
  },
  orders: {
    orders_moves: "What was ordered stays; the payment only goes from state to state as it may.",
    orders_kept: "Orders are never deleted.",
    orders_placed_told: "Who looks at a shop hears of a new order (channel `order`).",
    orders_moved_told: "And of each change of its payment.",
    orders_waits_told: "And when it waits for something, or a refund gets on.",
    orders_notices: "The shop's owner is told of a new order (channel `notice`).",
  },
  payment_accounts: {
    payment_accounts_moves: "An account number stays its reseller's; the state only goes on as it may.",
    payment_accounts_kept: "Account numbers are never deleted.",
    payment_accounts_told: "Who looks at a wallet hears of its account number (channel `wallet`).",
  },
  payment_notices: { payment_notices_told: "A notice wakes whoever verifies payments (channel `payment`)." },
  payment_refunds: {
    payment_refunds_moves: "A refund is of one transaction, under one key; what is over stays so.",
    payment_refunds_kept: "Refunds are never deleted.",
    payment_refunds_told: "A new one wakes whoever asks providers (channel `payment`).",
  },
  payments: {
    payments_moves: "What was asked for stays; the state only goes from one to the next as it may.",
    payments_kept: "Payments are never deleted.",
    payments_told: "Who looks at a wallet hears of a payment and of what became of it (channel `wallet`).",
  },
  plan_changes: { plan_changes_append_only: "What changed in the catalogue is never rewritten." },
  plan_prices: {
    plan_prices_append_only: "Past costs of a plan are never rewritten.",
    plan_prices_no_truncate: "Nor emptied.",
  },
  provider_keys: {
    provider_keys_moves:
      "Keys stay as they are until they are removed, for good; they are only sealed anew, or replaced by others of the same account, which keep those before.",
    provider_keys_kept: "That there were keys is never deleted; they themselves are forgotten.",
  },
  provider_transactions: {
    provider_transactions_confirmed:
      "What a provider confirmed stays; only what its payment asked for, or what came to an open account, is credited by itself.",
    provider_transactions_told: "Who looks at a wallet hears of money that came (channel `wallet`).",
    provider_transactions_agree: "At the commit, the house's entries say what became of it.",
    provider_transactions_kept: "Confirmed money is never deleted.",
    provider_transactions_no_truncate: "Nor emptied.",
  },
  purchases: {
    purchases_moves: "What was bought stays; the state only goes from one to the next as it may.",
    purchases_kept: "Purchases are never deleted.",
    purchases_no_truncate: "Nor emptied.",
    purchases_placed_told:
      "A new purchase wakes the dispatcher and tells its buyer's pages (channel `purchase`).",
    purchases_order_due: "The end of a purchase makes its order due (channel `lane`).",
    purchases_moved_told: "So does each change of its state: one that is queued again is sent again.",
    purchases_webhooks:
      "How it ended is queued for the buyer's endpoints, and wakes the sender (channel `webhook`).",
    purchases_notices: "The buyer is told of what did not go as usual (channel `notice`).",
    purchases_refunded:
      "The money of an order that was paid online and not delivered leaves the wallet at once, on its way to its customer.",
  },
  reseller_notes: {
    reseller_notes_append_only: "Notes are never changed or deleted.",
    reseller_notes_no_truncate: "Nor emptied.",
  },
  resellers: { resellers_wallet: "Every reseller has a wallet from the start." },
  schedule_days: {
    schedule_days_moves: "What became of a day of a schedule is never changed; only one that waits goes.",
  },
  schedules: {
    schedules_moves: "A schedule stays its owner's, and is kept; one that is over stays so.",
  },
  settlement_lines: {
    settlement_lines_told: "What was settled stays; a line is put to its money, and into the books, once.",
    settlement_lines_agree: "At the commit, the house's entries say just what the line does.",
    settlement_lines_kept: "Lines are never deleted.",
    settlement_lines_no_truncate: "Nor emptied.",
  },
  settlements: { settlements_append_only: "What a provider paid out is never rewritten." },
  shops: { shops_slug_kept: "An address that a shop once had never becomes another's." },
  staff: {
    staff_an_owner_stays: "Nor given another role.",
  },
  staff_roles: {
    staff_roles_built_in_kept: "Roles that are built in never change.",
    staff_roles_no_truncate: "Nor go.",
  },
  upstream_adjustments: {
    upstream_adjustments_append_only: "What is known of the operator's balance is never rewritten.",
    upstream_adjustments_no_truncate: "Nor emptied.",
  },
  wallets: {
    wallets_notices: "Its owner is told when it falls below what they set (channel `notice`).",
  },
};

/** The functions of the database: those of the triggers above, and those that statements call. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  account_moves: "Refuses what an account number may not become.",
  apart_personal: "Takes the personal facts of an audit record out and keeps them in `audit_personal`.",
  audit_apart: "Does so for a record that is being written.",
  bulk_row_moves: "Refuses what a row of a list may not become.",
  bulk_run_is_due: "Makes a run due that may go on again.",
  bulk_run_moves: "Refuses what a list may not become.",
  commit_durably: "Makes this transaction wait for the disk.",
  confirmed_by_role: "Refuses a proposal that its second admin may not confirm, or that waited for too long.",
  database_identity: "Says which database this is; a restored copy says something else (`isSameDatabase`).",
  house_agrees: "What holds for the house's entries of one transaction: the trigger and `check` ask it.",
  house_must_agree: "Refuses money whose entries of the house do not say what became of it.",
  journal_must_balance: "Refuses a journal whose entries do not sum to zero.",
  keys_move: "Refuses to change keys.",
  keep_an_owner: "Refuses to lose the last owner who could sign in.",
  keep_slug: "Keeps every address of a shop, and refuses one that was another's.",
  line_is_told: "Refuses to change what a provider settled, and to put a line to other money.",
  money_is_confirmed: "Refuses to credit by itself what was not asked for, and to change what was confirmed.",
  notice_moves: "Refuses to change what an account was told.",
  notice_of_action: "What an account is told of something in the history; nothing of most.",
  open_wallet: "Opens an empty wallet.",
  order_is_due: "Makes the order of a purchase due; NOTIFY lane.",
  order_moves: "Refuses what an order may not become.",
  payment_proven: "Whether a provider confirmed just the money of a journal: the trigger and `check` ask it.",
  payment_is_proven: "Refuses a payment in a wallet for which no provider confirmed just this money.",
  payment_moves: "Refuses what a payment may not become.",
  personal_only_erased: "Refuses any change of personal facts but their erasure.",
  purchase_moves: "Refuses what a purchase may not become.",
  refund_order: "Starts the refund of an order that was paid online, out of the wallet.",
  refund_undelivered: "Does so for the order that a failed purchase was to deliver.",
  purchase_ident: "The ident of a purchase, which follows from what was asked for.",
  refund_moves: "Refuses what a refund may not become.",
  refuse_rewrite: "Refuses whatever it is asked for.",
  staff_may: "Whether an account's role has a permission.",
  tell_of_case: "NOTIFY wallet with whose case or complaint it is.",
  tell_account: "Writes a notice, once of each thing; NOTIFY notice.",
  schedule_day_moves: "Refuses what a day of a schedule may not become.",
  schedule_moves: "Refuses what a schedule may not become.",
  tell_bulk: "NOTIFY bulk, NOTIFY wallet.",
  tell_dispatcher: "NOTIFY dispatcher.",
  tell_money: "NOTIFY wallet, for whose account number or wallet it is.",
  tell_money_low: "Tells a reseller that money runs low, once for each time that money came.",
  tell_of_action: "Tells an account of what may not have been its owner.",
  tell_of_case_word: "Tells the admins what a reseller said in a case.",
  tell_of_answer: "Tells a reseller of an answer in a case.",
  tell_of_announcement: "Tells every reseller; NOTIFY notice.",
  tell_of_money: "Tells a reseller of money that came or was taken.",
  tell_of_order: "Tells a reseller of an order.",
  tell_of_purchase: "Tells a reseller of a purchase.",
  tell_order: "NOTIFY order.",
  tell_payment: "NOTIFY payment.",
  tell_purchase: "NOTIFY purchase.",
  tell_wallet: "NOTIFY wallet.",
  tell_webhooks_of_announcement: "Queues messages about an announcement; NOTIFY webhook.",
  tell_webhooks_of_plans: "Queues messages about the catalogue; NOTIFY webhook.",
  tell_webhooks_of_purchase: "Queues messages about a purchase; NOTIFY webhook.",
  waiting_of:
    "Counts a reseller's queued purchases, but for the rows of lists, as of now and not as of when the statement began.",
};
