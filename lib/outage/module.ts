import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";
import { OPERATOR_DATA } from "#lib/core/personal-data";
import { outageActionItems } from "./outage-action-items.ts";

/** The portal looks so often. */
const DETECTION_INTERVAL_MS = 15_000;

const HARMLESS = "Purchases go only to suppliers that are on, at a known cost.";

export const outageModule = defineModule({
  name: "outage",
  tables: {
    failure_texts: { retention: { current: "settings" }, personalData: OPERATOR_DATA },
    line_habits: { retention: { current: "figures, counted each hour" }, personalData: OPERATOR_DATA },
    outages: {
      retention: { label: "outages, after they ended", days: () => 400, at: sql`ended_at` },
      personalData: OPERATOR_DATA,
    },
    paused_plans: { retention: { current: "the catalogue" }, personalData: OPERATOR_DATA },
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
