import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { TOTALS } from "#lib/core/personal-data";
import { salesActionItems } from "./sales-action-items.ts";

export const salesModule = defineModule({
  name: "sales",
  tables: {
    report_days: {
      retention: { current: "totals of the ledger, rebuilt when they are missing" },
      personalData: TOTALS,
    },
    report_plans: { retention: { current: "totals of the ledger" }, personalData: TOTALS },
    report_resellers: { retention: { current: "totals of the ledger" }, personalData: TOTALS },
  },
  audit: {
    "purchase.selling_price_noted": "recorded a selling price",
    "purchase.selling_prices_noted": "recorded selling prices",
  },
  jobs: [
    {
      name: "report_days",
      label: "Daily figures",
      pool: "reports",
      when: EVERY_TEN_MINUTES,
      atStart: true,
      deadlineMs: 3_600_000,
      async run(ctx) {
        await (await import("./aggregate-days.ts")).aggregateDays(ctx);
      },
    },
  ],
  actionItems: salesActionItems,
});
