import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineActionItem, defineModule } from "#lib/core/module";
import { TOTALS } from "#lib/core/personal-data";

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
  actionItems: {
    books: defineActionItem({
      label: "Ledger out of balance",
      urgent: true,
      rank: 10,
      badge: { tone: "bad", word: "Out of balance" },
      read: async (ctx) => (await import("./daily-close-list.ts")).getLastProof(ctx),
      format: (proof) =>
        proof && !proof.agrees
          ? {
              title: "The ledger is out of balance",
              note: ["Found at the daily close. Stop sending until you know the cause."],
              path: `/admin/records/closes/${proof.day}`,
            }
          : undefined,
    }),
  },
});
