import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { byPhone, byReseller, operatorData } from "#lib/core/personal-data";
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
    ident_keys: operatorData({ current: "the keys of idents" }),
    purchases: {
      retention: { forever: "purchases" },
      // Of an agent's, the price less the commission is what the parent pays.
      personalData: {
        ...byReseller,
        phone: byPhone,
        without: ["cost", "charged", "supplier_id", "commission"],
      },
      blocksErasure: {
        phone: (phone) => sql`
          select sum(price)
          from purchases
          where phone = ${phone} and ${isUnsettled(sql`state`)}`,
        explain: (sum) =>
          `${formatMoney(sum)} is held for purchases that are not settled. Wait until they are.`,
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
        approval: true,
        permission: "money",
        audit: "purchase.advance_written_off",
      },
    }),
    ...declareActions(() => import("./settle/reverse-delivered-purchase.ts"), {
      reverseDeliveredPurchase: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "purchase.reversed",
      },
    }),
  },
  audit: {
    "commission.earned": "paid a commission",
    "commission.reversed": "took a commission back",
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
