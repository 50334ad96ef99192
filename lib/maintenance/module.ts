import { sql } from "drizzle-orm";
import { defineModule, HOURLY_CLEANUP, listTables, OPERATOR_DATA } from "#lib/core/module";
import { maintenanceActionItems } from "./maintenance-action-items.ts";
import { maintenanceGauges } from "./maintenance-gauges.ts";
import { getMaintenanceVariables } from "./variables.ts";

export const maintenanceModule = defineModule({
  name: "maintenance",
  variables: [getMaintenanceVariables],
  tables: {
    maintenance_runs: {
      retention: { what: "checks, backups and restore tests", days: () => 365, at: sql`ended_at` },
      personalData: OPERATOR_DATA,
    },
    retention_checkpoints: {
      retention: { current: "how far each sweep has come" },
      personalData: OPERATOR_DATA,
    },
  },
  audit: { "secrets.resealed": "re-encrypted secrets", "support.exported": "exported a support bundle" },
  jobs: [
    {
      ...{ name: "daily_closes", label: "Daily closes", pool: "reports" },
      ...{ when: { minute: 41 }, atStart: true, deadlineMs: 3_600_000 },
      async run(ctx) {
        const { closeDays } = await import("#lib/purchase/report/close-days");
        await closeDays(ctx, (await import("./maintenance-runs.ts")).recordLedgerCheck);
      },
    },
    {
      ...{ name: "retention", label: "Data retention", pool: "reports", actor: "sweep" },
      when: HOURLY_CLEANUP,
      run: async (ctx, { modules }) =>
        (await import("./sweep-old-data.ts")).sweepOldData(ctx, listTables(modules)),
    },
  ],
  gauges: maintenanceGauges,
  actionItems: maintenanceActionItems,
});
