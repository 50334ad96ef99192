import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { outageActionItems } from "./outage-action-items.ts";

/** The portal looks so often. */
const DETECTION_INTERVAL_MS = 15_000;

const HARMLESS = "Purchases go only to suppliers that are on, at a known cost.";

export const outageModule = defineModule({
  name: "outage",
  tables: {
    failure_texts: operatorData({ current: "settings" }),
    line_habits: operatorData({ current: "figures, counted each hour" }),
    outages: operatorData({ label: "outages, after they ended", days: () => 400, at: sql`ended_at` }),
    paused_plans: operatorData({ current: "the catalogue" }),
  },
  actions: {
    ...declareActions(() => import("./change-line.ts"), {
      changeLine: {
        redirects: "goods",
        harmless: HARMLESS,
        permission: "system",
        audit: ["outage.paused", "outage.kept_open"],
      },
      resumeLine: { redirects: "goods", harmless: HARMLESS, permission: "system", audit: "outage.resumed" },
    }),
    ...declareActions(() => import("./judge-failure-text.ts"), {
      judgeFailureText: {
        redirects: null,
        permission: "system",
        audit: "outage.text_judged",
        reason: false,
      },
    }),
  },
  audit: {
    "outage.kept_open": "kept a plan type open at a supplier",
    "outage.paused": "paused a plan type at a supplier",
    "outage.resumed": "resumed a plan type at a supplier",
    "outage.text_judged": "decided whose fault a failure is",
  },
  jobs: [
    {
      name: "outages",
      label: "Outage detection",
      pool: "alerts",
      when: { everyMs: DETECTION_INTERVAL_MS },
      async run(ctx) {
        await (await import("./detect-outages.ts")).detectOutages(ctx);
      },
    },
    {
      name: "line_habits",
      label: "Usual failures",
      pool: "reports",
      when: { minute: 23 },
      atStart: true,
      async run(ctx) {
        await (await import("./line-habits.ts")).countLineHabits(ctx);
      },
    },
  ],
  actionItems: outageActionItems,
});
