import { sql } from "drizzle-orm";
import { selectGauge } from "#lib/core/gauge";
import { HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import { defineModule, listTables } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { maintenanceActionItems } from "./maintenance-action-items.ts";
import { getMaintenanceVariables } from "./variables.ts";

export const maintenanceModule = defineModule({
  name: "maintenance",
  variables: [getMaintenanceVariables],
  tables: {
    maintenance_runs: operatorData({
      label: "checks, backups and restore tests",
      days: () => 365,
      at: sql`ended_at`,
    }),
    build_files: operatorData({
      label: "script and style of earlier builds",
      days: () => 30,
      at: sql`seen_at`,
    }),
    retention_checkpoints: operatorData({ current: "how far each sweep has come" }),
  },
  audit: { "secrets.resealed": "re-encrypted secrets", "support.exported": "exported a support bundle" },
  jobs: [
    {
      name: "daily_closes",
      label: "Daily closes",
      pool: "reports",
      when: { minute: 41 },
      atStart: true,
      deadlineMs: 3_600_000,
      async run(ctx) {
        const { closeDays } = await import("#lib/sales/close-days");
        await closeDays(ctx, (await import("./maintenance-runs.ts")).recordLedgerCheck);
      },
    },
    {
      name: "retention",
      label: "Data retention",
      pool: "reports",
      actor: "sweep",
      when: HOURLY_CLEANUP,
      run: async (ctx, { modules }) =>
        (await import("./sweep-old-data.ts")).sweepOldData(ctx, listTables(modules)),
    },
  ],
  gauges: {
    help: {
      portal_ledger_findings: "Findings of the last ledger check",
      portal_maintenance_ended_timestamp_seconds:
        "End of the last check, backup and restore test, successful or not",
      portal_maintenance_succeeded_timestamp_seconds:
        "End of the last successful check, backup and restore test",
    },
    select: async () => [
      selectGauge(
        "portal_ledger_findings",
        sql`select findings from maintenance_runs where kind = 'check' order by id desc limit 1`,
      ),
      sql`
        select
          unnest(array[
            'portal_maintenance_ended_timestamp_seconds', 'portal_maintenance_succeeded_timestamp_seconds']),
          jsonb_build_object('kind', kind),
          unnest(array[
            extract(epoch from max(ended_at)), extract(epoch from max(ended_at) filter (where ok))])
        from maintenance_runs
        group by kind`,
    ],
  },
  actionItems: maintenanceActionItems,
});
