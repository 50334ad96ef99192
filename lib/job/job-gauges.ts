import { sql } from "drizzle-orm";
import { type Gauges, selectGauge } from "#lib/core/gauge";

export const jobGauges: Gauges = {
  help: {
    portal_processes: "Running processes, by version and role",
    portal_database_connections: "Connections to the database, by application and state",
    portal_database_connections_max: "Maximum connections of the database",
    portal_database_bytes: "Size of the database",
  },
  select: async () => [
    sql`select 'portal_processes', jsonb_build_object('version', version, 'roles', roles), count(*)
    from processes where seen_at > now() - interval '30 seconds' group by version, roles`,
    sql`select 'portal_database_connections', jsonb_build_object('application', regexp_replace(application_name, ' .*', ''),
      'state', coalesce(state, '')), count(*)
    from pg_stat_activity where datname = current_database() group by 2`,
    selectGauge(
      "portal_database_connections_max",
      sql`select setting from pg_settings where name = 'max_connections'`,
    ),
    selectGauge("portal_database_bytes", sql`pg_database_size(current_database())`),
  ],
};
