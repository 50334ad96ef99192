import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { dispatchActionItems } from "./dispatch-action-items.ts";

export const dispatchModule = defineModule({
  name: "dispatch",
  tables: {
    attempts: {
      retention: {
        label: "supplier responses, word for word",
        days: () => 365,
        at: sql`claimed_at`,
        erases: sql`raw = null`,
        where: sql`raw is not null`,
        inOrder: true,
      },
      personalData: { none: "upstream responses about purchases" },
    },
    dispatcher: operatorData({ current: "the state of sending" }),
    reported_sales: operatorData({ forever: "references that suppliers sold, read in after a restore" }),
  },
  actions: {
    ...declareActions(() => import("./dispatch-control.ts"), {
      setPriceRisePolicy: {
        redirects: "money",
        harmless: "A purchase whose cost rose waits or is refunded to its buyer.",
        permission: "rules",
        audit: "dispatch.on_price_rise",
      },
      startDispatching: { redirects: null, permission: "system", audit: "dispatch.started" },
      stopDispatching: { redirects: null, permission: "system", audit: "dispatch.stopped" },
    }),
    ...declareActions(() => import("./routing.ts"), {
      setRouting: {
        redirects: "goods",
        approval: true,
        permission: "suppliers",
        audit: ["supplier.routing", "approval_request.made"],
      },
    }),
    ...declareActions(() => import("./release-automatic-purchases.ts"), {
      releaseAutomaticPurchases: {
        redirects: "money",
        permission: "money",
        audit: "dispatch.released",
      },
    }),
  },
  audit: {
    "dispatch.continued": "continued sending after a failover",
    "dispatch.passed_over": "passed over a supplier",
    "dispatch.preferred_again": "stopped passing over a supplier",
    "dispatch.on_price_rise": "changed the price-rise policy",
    "dispatch.released": "released paused purchases",
    "dispatch.sales_read": "read in a supplier’s list of sales",
    "dispatch.started": "started sending",
    "dispatch.stopped": "stopped sending",
    "supplier.routing": "changed how suppliers are chosen",
    "upstream.price_changed": "detected a price change at the supplier",
  },
  actionItems: dispatchActionItems,
});
