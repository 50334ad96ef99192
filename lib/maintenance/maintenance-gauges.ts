import { sql } from "drizzle-orm";
import { type Gauges, selectGauge } from "#lib/core/gauge";

export const maintenanceGauges: Gauges = {
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
    sql`select unnest(array['portal_maintenance_ended_timestamp_seconds', 'portal_maintenance_succeeded_timestamp_seconds']),
      jsonb_build_object('kind', kind), unnest(array[extract(epoch from max(ended_at)), extract(epoch from max(ended_at) filter (where ok))])
    from maintenance_runs group by kind`,
  ],
};
