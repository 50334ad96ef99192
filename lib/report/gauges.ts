import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { decimalText } from "#lib/core/money";
import { slotGap } from "#lib/purchase/send/claim";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { laneStates } from "./lane-states.ts";
import { CHAIN_BEHIND } from "./maintenance.ts";

/** What the database says of the whole portal, by the name of its metric, with what it means. Times in seconds. */
export const GAUGES = {
  portal_purchases_open: "Purchases that are not settled, by state and network",
  portal_purchases_recent: "Purchases placed in the last 15 minutes, by state and network",
  portal_unconfirmed_oldest_seconds: "Age of the oldest purchase that nobody confirmed; 0 when there is none",
  portal_queue_oldest_seconds: "Age of the oldest purchase that waits to be sent; 0 when there is none",
  portal_queue_wait_seconds: "How long it takes at the present pace until all that waits is sent",
  portal_sending_stopped: "1 while nothing is sent to the upstream",
  portal_upstream_answers_recent: "What the upstream's answers of the last 15 minutes mean",
  portal_upstream_balance: "The balance at the upstream, in units of the currency",
  portal_upstream_hours_left: "Hours until that is spent, at today's rate",
  portal_discrepancies_open: "What balances at the upstream do not explain, and nobody has closed",
  portal_chain_behind_seconds:
    "How long the balance chain has not advanced, beyond its grace and open doubts",
  portal_catalogue_age_seconds: "Age of the list of plans in force",
  portal_catalogue_max_age_seconds: "With a list older than this nothing is sold",
  portal_webhooks_waiting: "Messages that wait to be sent to resellers' addresses that answer",
  portal_webhooks_late_seconds: "How long the first of those has been due",
  portal_mails_waiting: "Mails that wait to be sent",
  portal_mails_late_seconds:
    "Age of the oldest mail that waits, reports apart, of those written after the last one that was sent",
  portal_payments_late_seconds: "How long a payment, notice or refund has been due to be asked about",
  portal_payments_suspense: "Payments that a provider confirmed and nobody asked for",
  portal_lane_waiting: "Background work that is due, by lane, up to 10,000",
  portal_lane_late_seconds: "How long the first of it has been due; 0 when nothing is",
  portal_lane_failing: "Background work that failed three times or more in a row, by lane",
  portal_lane_idle_seconds: "How long ago the lane last looked for work",
  portal_books_findings: "Promises of the books that the last check found broken",
  portal_upkeep_ended_timestamp_seconds: "When the last check, backup and rehearsal ended, however it went",
  portal_upkeep_went_well_timestamp_seconds: "When the last one ended that went well",
  portal_processes: "Processes that say they are alive, by version and role",
  portal_database_connections: "Connections to the database, by application and state",
  portal_database_connections_max: "How many connections the database takes",
  portal_database_bytes: "Size of the database",
} as const;

export interface Sample {
  name: keyof typeof GAUGES;
  labels: Record<string, string>;
  value: number;
}

type Row = { name: keyof typeof GAUGES; labels: Record<string, string> | null; value: string | null };

/**
 * Every gauge of the whole portal, from indexes that other pages need too: a few milliseconds, however many purchases
 * there are. What is not known is left out. The portal itself only.
 */
export async function gauges(ctx: Ctx): Promise<Sample[]> {
  requireSystem(ctx);
  const [rows, balance, lanes] = [
    await ctx.db.execute<Row>(sql.join(Object.values(QUERIES()), sql` union all `)),
    await upstreamBalance(ctx),
    await laneStates(ctx),
  ];
  const samples = rows.flatMap(({ name, labels, value }) =>
    value === null ? [] : [{ name, labels: labels ?? {}, value: Number(value) }],
  );
  if (balance) {
    samples.push({ name: "portal_upstream_balance", labels: {}, value: Number(decimalText(balance.amount)) });
    if (balance.emptyAt)
      samples.push({
        name: "portal_upstream_hours_left",
        labels: {},
        value: Math.max(0, balance.emptyAt.getTime() - Date.now()) / 3_600_000,
      });
  }
  const secondsSince = (at: Date) => Math.max(0, Date.now() - at.getTime()) / 1_000;
  for (const { name: lane, waiting, oldestAt, stuck, lookedAt } of lanes) {
    samples.push({ name: "portal_lane_waiting", labels: { lane }, value: waiting });
    samples.push({
      name: "portal_lane_late_seconds",
      labels: { lane },
      value: oldestAt ? secondsSince(oldestAt) : 0,
    });
    samples.push({ name: "portal_lane_failing", labels: { lane }, value: stuck });
    if (lookedAt)
      samples.push({ name: "portal_lane_idle_seconds", labels: { lane }, value: secondsSince(lookedAt) });
  }
  return samples;
}

const one = (name: keyof typeof GAUGES, value: SQL, from = sql``) =>
  sql`select ${name}::text as name, null::jsonb as labels, (${value})::numeric as value ${from}`;
const age = (at: SQL) => sql`extract(epoch from greatest(now() - ${at}, interval '0'))`;

/** The statements, each with the rows of one gauge or of a few. */
const QUERIES = (): SQL[] => [
  sql`select 'portal_purchases_open' as name, jsonb_build_object('state', state, 'network', network_name) as labels, count(*)::numeric as value
    from purchases where state in ('queued', 'sending', 'unconfirmed') group by state, network_name`,
  sql`select 'portal_purchases_recent', jsonb_build_object('state', state, 'network', network_name), count(*)
    from purchases where placed_at > now() - interval '15 minutes' group by state, network_name`,
  sql`select 'portal_upstream_answers_recent', jsonb_build_object('meaning', coalesce(meaning, 'none yet')), count(*)
    from attempts where claimed_at > now() - interval '15 minutes' group by meaning`,
  one(
    "portal_unconfirmed_oldest_seconds",
    sql`coalesce(${age(sql`(select min(placed_at) from purchases where state = 'unconfirmed')`)}, 0)`,
  ),
  one(
    "portal_queue_oldest_seconds",
    sql`coalesce(${age(sql`(select min(placed_at) from purchases where state = 'queued')`)}, 0)`,
  ),
  one(
    "portal_queue_wait_seconds",
    sql`greatest(0, extract(epoch from next_slot_at - now()))
      + ${slotGap()}::float8 * (select count(*) from purchases where state = 'queued')`,
    sql`from dispatcher`,
  ),
  one("portal_sending_stopped", sql`stopped::int`, sql`from dispatcher`),
  one("portal_discrepancies_open", sql`select count(*) from discrepancies where closed_at is null`),
  one("portal_chain_behind_seconds", sql`greatest(0, ${CHAIN_BEHIND})`),
  one("portal_catalogue_age_seconds", age(sql`synced_at`), sql`from catalogue`),
  one("portal_catalogue_max_age_seconds", sql`${env().CATALOGUE_MAX_AGE_S}::int`),
  sql`select unnest(array['portal_webhooks_waiting', 'portal_webhooks_late_seconds']), null::jsonb,
      unnest(array[coalesce(sum(line.waiting), 0), coalesce(${age(sql`min(line.due)`)}, 0)])
    from webhook_endpoints e cross join lateral (
      select count(*) as waiting, min(next_at) as due from (
        select next_at from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' order by next_at limit 1000
      ) first
    ) line where e.removed_at is null and e.failing_since is null`,
  sql`select unnest(array['portal_mails_waiting', 'portal_mails_late_seconds']), null::jsonb,
      unnest(array[count(*), coalesce(${age(sql`min(created_at) filter (where kind <> 'report' and mails.id > coalesce(sent.id, 0))`)}, 0)])
    from mails left join (select id from mails where done_at is not null and state = 'sent' order by done_at desc limit 1) sent on true
    where state = 'waiting'`,
  one(
    "portal_payments_late_seconds",
    sql`coalesce(${age(sql`least((select min(next_check_at) from payments where next_check_at is not null),
      (select min(next_try_at) from payment_notices where next_try_at is not null),
      (select min(next_try_at) from payment_refunds where next_try_at is not null))`)}, 0)`,
  ),
  one("portal_payments_suspense", sql`select count(*) from provider_transactions where state = 'suspense'`),
  one(
    "portal_books_findings",
    sql`select findings from upkeep where kind = 'check' order by id desc limit 1`,
  ),
  sql`select unnest(array['portal_upkeep_ended_timestamp_seconds', 'portal_upkeep_went_well_timestamp_seconds']),
      jsonb_build_object('kind', kind), unnest(array[extract(epoch from max(ended_at)), extract(epoch from max(ended_at) filter (where ok))])
    from upkeep group by kind`,
  sql`select 'portal_processes', jsonb_build_object('version', version, 'roles', roles), count(*)
    from processes where seen_at > now() - interval '30 seconds' group by version, roles`,
  sql`select 'portal_database_connections', jsonb_build_object('application', regexp_replace(application_name, ' .*', ''),
      'state', coalesce(state, '')), count(*)
    from pg_stat_activity where datname = current_database() group by 2`,
  one("portal_database_connections_max", sql`select setting from pg_settings where name = 'max_connections'`),
  one("portal_database_bytes", sql`pg_database_size(current_database())`),
];
