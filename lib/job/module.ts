import { type SQL, sql } from "drizzle-orm";
import { ageInSeconds, selectGauge } from "#lib/core/gauge";
import { defineActionItem, defineModule, type Module } from "#lib/core/module";
import { byAccount, operatorData } from "#lib/core/personal-data";
import type { RetentionRule } from "#lib/core/table";

export const jobModule = defineModule({
  name: "job",
  tables: (modules) => ({
    deliveries: {
      retention: createDeliveryRetention(modules),
      personalData: {
        ...byAccount,
        email: (email) => sql`t.channel = 'mail' and lower(t.target) = lower(${email})`,
        phone: (phone) => sql`t.channel = 'messages' and t.target = ${selectRecipient(phone)}`,
        without: ["sealed"],
      },
      erase: {
        account: (id) => sql`
          delete from deliveries
          where channel = 'mail' and account_id = ${id} and state <> 'waiting'
          returning 1`,
        email: (email) => sql`
          delete from deliveries
          where channel = 'mail' and lower(target) = lower(${email}) and state <> 'waiting'
          returning 1`,
        phone: (phone) => sql`
          delete from deliveries
          where channel = 'messages' and target = ${selectRecipient(phone)} and state <> 'waiting'
          returning 1`,
      },
    },
    delivery_attempts: {
      retention: { current: "deleted with their deliveries" },
      personalData: { none: "results of deliveries, which the pages show" },
    },
    lane_failures: {
      retention: {
        label: "background work that failed and was not retried",
        days: () => 7,
        at: sql`failed_at`,
      },
      personalData: { none: "ids of items, kept for a week" },
    },
    lane_fair_queue: {
      retention: {
        label: "times of the last background check of an owner",
        days: () => 7,
        at: sql`looked_at`,
      },
      personalData: { none: "times of background checks, kept for a week" },
    },
    lanes: operatorData({ current: "the state of background work" }),
    processes: operatorData({ label: "processes of the portal", by: "lib/job/heartbeat.ts", days: () => 7 }),
  }),
  gauges: {
    help: {
      portal_processes: "Running processes, by version and role",
      portal_database_connections: "Connections to the database, by application and state",
      portal_database_connections_max: "Maximum connections of the database",
      portal_oldest_snapshot_seconds: "Age of the oldest transaction that keeps deleted rows",
      portal_database_bytes: "Size of the database",
    },
    select: async () => [
      sql`select 'portal_processes', jsonb_build_object('version', version, 'roles', roles), count(*)
      from processes where seen_at > now() - interval '30 seconds' group by version, roles`,
      sql`
        select
          'portal_database_connections',
          jsonb_build_object(
            'application', regexp_replace(application_name, ' .*', ''), 'state', coalesce(state, '')),
          count(*)
        from pg_stat_activity
        where datname = current_database()
        group by 2`,
      selectGauge(
        "portal_oldest_snapshot_seconds",
        sql`coalesce(max(${ageInSeconds(sql`xact_start`)}), 0)`,
        sql`from pg_stat_activity where datname = current_database() and backend_xmin is not null`,
      ),
      selectGauge(
        "portal_database_connections_max",
        sql`select setting from pg_settings where name = 'max_connections'`,
      ),
      selectGauge("portal_database_bytes", sql`pg_database_size(current_database())`),
    ],
  },
  actionItems: {
    worker: defineActionItem({
      label: "No worker running",
      urgent: true,
      alarm: true,
      rank: 210,
      badge: { tone: "bad", word: "Not running" },
      read: async (ctx) => (await import("./worker-presence.ts")).isWorkerDown(ctx),
      format: (isDown) =>
        isDown
          ? {
              title: "No worker is running",
              note: ["Purchases wait, with their money held, until a process with the worker role starts."],
              path: "/admin/records/system",
            }
          : undefined,
    }),
  },
});

/** Selects the target of messages to a number. */
const selectRecipient = (phone: string): SQL =>
  sql`(select id::text from message_recipients where phone = ${phone})`;

/** Creates the rule that each module's deliveries are deleted after its days. */
function createDeliveryRetention(modules: readonly Module[]): RetentionRule {
  const channels = modules.flatMap(({ deliveryDays = {} }) => Object.entries(deliveryDays));
  return {
    label: "messages by webhook, email, push, SMS and WhatsApp, and alerts, after they were sent or failed",
    days: () => Math.min(...channels.map(([, days]) => days())),
    at: sql`done_at`,
    get where() {
      const parts = channels.map(
        ([channel, days]) => sql`channel = ${channel} and done_at < now() - make_interval(days => ${days()})`,
      );
      return sql`(${sql.join(parts, sql` or `)})`;
    },
  };
}
