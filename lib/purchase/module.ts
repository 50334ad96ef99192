import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { byPhone, byReseller, OPERATOR_DATA } from "#lib/core/personal-data";
import { isUnsettled } from "#lib/core/purchase-state";
import { advanceSettings } from "./advance/advance-settings.ts";
import { purchaseGauges } from "./purchase-gauges.ts";
import { purchaseNotifications } from "./purchase-notifications.ts";

export const purchaseModule = defineModule({
  name: "purchase",
  tables: {
    fair_queue: {
      retention: { current: "the fair queue of each supplier" },
      personalData: { none: "the fair queue" },
    },
    ident_keys: { retention: { current: "the keys of idents" }, personalData: OPERATOR_DATA },
    purchases: {
      retention: { forever: "purchases" },
      personalData: { ...byReseller, phone: byPhone, without: ["cost", "charged", "supplier_id"] },
      blocksErasure: {
        phone: (phone) => sql`
          select sum(price)
          from purchases
          where phone = ${phone} and ${isUnsettled(sql`state`)}`,
        explain: (sum) =>
          `${formatMoney(sum)} is held for purchases that are not settled. Wait until they are.`,
      },
      triggers: {
        purchases_content_check: "Keeps a purchase as it is.",
        purchases_update_check:
          "Allows only valid changes of state and advance, and none of a queued purchase in a database that isn't confirmed.",
        purchases_doubt_sold:
          "Marks a purchase unconfirmed that a supplier reports as sold, instead of sending it.",
        purchases_count_open:
          "Counts the price of a purchase or advance that opens or ends against the wallet, for the check at the commit.",
        wallets_match: "Checks at the commit that wallets match their entries and open purchases.",
        purchases_placed_match_journals:
          "Checks at the commit that a purchase that is written when it has ended has its journals.",
        purchases_match_journals:
          "Checks at the commit that a purchase that ends has exactly the journals of its state and advance.",
        purchases_no_delete: "Prevents deletion.",
        purchases_no_truncate: "Prevents a truncate.",
        purchases_placed_notify: "Wakes the dispatcher and updates the buyer's pages (channel `purchase`).",
        purchases_moved_notify:
          "Does the same for each change of state: a purchase that is queued again is sent again.",
        purchases_events: "Records the event of a change of state or an advance (channel `lane`).",
        purchases_check_refunded:
          "Checks at the commit that a failed purchase of an order that was paid online is refunded.",
      },
    },
  },
  settings: [advanceSettings],
  actions: {
    ...declareActions(() => import("./add-purchase-note.ts"), {
      addPurchaseNote: { redirects: null, permission: "answer", audit: "purchase.noted", reason: false },
    }),
    ...declareActions(() => import("./advance/write-off-advance.ts"), {
      writeOffAdvance: {
        redirects: "money",
        password: true,
        approval: true,
        permission: "money",
        audit: "purchase.advance_written_off",
      },
    }),
    ...declareActions(() => import("./settle/reverse-delivered-purchase.ts"), {
      reverseDeliveredPurchase: {
        redirects: "money",
        password: true,
        approval: true,
        permission: "money",
        audit: "purchase.reversed",
      },
    }),
  },
  audit: {
    "purchase.advance_repaid": "returned an advance",
    "purchase.advance_waived": "kept an advance",
    "purchase.advance_written_off": "wrote off an advance",
    "purchase.advanced": "credited an unconfirmed purchase",
    "purchase.failed": "marked a purchase failed",
    "purchase.noted": "added a note",
    "purchase.placed": "placed a purchase",
    "purchase.reversed": "reversed a purchase",
    "purchase.successful": "marked a purchase delivered",
    "purchase.unconfirmed": "marked a purchase unconfirmed",
  },
  events: {
    "purchase.advanced": "The price of an unconfirmed purchase was credited.",
    "purchase.settled": "A purchase was delivered or failed.",
    "purchase.reversed": "A delivered purchase was reversed.",
    "purchase.unconfirmed": "The outcome of a purchase became unclear.",
  },
  functions: {
    check_purchase_content: "Rejects changes of what a purchase bought.",
    check_purchase_journals:
      "Rejects a commit in which a purchase lacks journals of its state, or has others.",
    check_purchase_update:
      "Rejects invalid changes of a purchase's state or advance, and of a queued one in a database that isn't confirmed.",
    database_identity: "Identifies the database; a restored copy has another identity (`is_home_database`).",
    doubt_sold_placements: "Calls doubt_sold_purchases for the purchases of a statement.",
    doubt_sold_purchases: "Marks queued purchases unconfirmed at the supplier that reports them as sold.",
    fold_text: "Returns a text in plain small letters, as searches compare it.",
    is_home_database: "Returns whether sending last ran in this database (`database_identity`).",
    notify_purchase: "NOTIFY purchase.",
    record_purchase_event: "Records the event of a purchase that changes its state.",
    purchase_journals: "Returns the kinds of journals that a purchase has in a state.",
    purchase_ident: "Returns the ident of a purchase, derived from its request.",
  },
  jobs: [
    {
      name: "advances",
      label: "Credits of unconfirmed purchases",
      pool: "reconcile",
      when: EVERY_MINUTE,
      async run(ctx) {
        await (await import("./advance/advance-unconfirmed.ts")).advanceUnconfirmed(ctx);
      },
    },
  ],
  notifications: purchaseNotifications,
  gauges: purchaseGauges,
});
