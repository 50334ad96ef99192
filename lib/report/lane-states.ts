import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { LANES, type LaneName, laneLabel } from "#lib/core/lane-names";
import { MANY_FAILURES } from "./lane-failures.ts";

/** How a lane of background work does. */
export interface LaneState {
  name: LaneName;
  label: string;
  /** How much is due, up to 10,000, and since when. */
  waiting: number;
  oldestAt: Date | null;
  /** Since when its present run is under way. */
  isRunning: boolean;
  /** How much fails, how much of it again and again, and the last error. */
  failing: number;
  stuck: number;
  lastError: string | null;
  lookedAt: Date | null;
  succeededAt: Date | null;
  nextRunAt: Date | null;
}

const MAX_COUNTED = 10_000;

const due = (table: string, at: string, condition: SQL = sql`true`): SQL =>
  sql`select ${sql.raw(at)} as at from ${sql.raw(table)} where ${sql.raw(at)} <= now() and ${condition}`;

const paymentsDue = (whose: (of: SQL) => SQL): SQL =>
  sql`${due("payments", "next_check_at", whose(sql``))} union all ${due("payment_notices", "next_try_at", whose(sql``))}
    union all select next_try_at from payment_refunds r join provider_transactions t on t.id = r.transaction_id
      where r.next_try_at <= now() and ${whose(sql`t.`)}`;
const paymentsAt = (provider: string): SQL =>
  paymentsDue((of) => sql`${of}keys_id is null and ${of}provider = ${provider}`);

/** What waits in the lanes that claim items of their own. */
const WAITING: Partial<Record<LaneName, SQL>> = {
  mail: due("mails", "next_at", sql`state = 'waiting'`),
  pushes: due("pushes", "next_at", sql`done_at is null`),
  // What is left to an address that takes nothing waits for that address.
  webhooks: due(
    "webhook_deliveries",
    "next_at",
    sql`state = 'waiting' and endpoint_id in (select id from webhook_endpoints where failing_since is null)`,
  ),
  alerts: due("alert_posts", "next_at", sql`state = 'waiting'`),
  resets: due("reset_requests", "asked_at"),
  batches: due(
    "bulk_runs",
    "next_look_at",
    sql`state <> 'draft' and done_at is null and (pause is null or pause in ('money', 'limit', 'room', 'service'))`,
  ),
  schedules: due("schedules", "next_at", sql`state = 'active'`),
  orders: due("orders", "next_look_at"),
  payments_paystack: paymentsAt("paystack"),
  payments_monnify: paymentsAt("monnify"),
  payments_flutterwave: paymentsAt("flutterwave"),
  payments_own: paymentsDue((of) => sql`${of}keys_id is not null`),
};

type Row = Record<"oldest_ms" | "looked_ms" | "succeeded_ms" | "next_ms", string | null> & {
  name: string;
  error: string | null;
  running: boolean;
} & Record<"waiting" | "failing" | "stuck", number>;

/** Every lane that has ever looked for work, in the order of their list. Admins only. */
export async function laneStates(ctx: Ctx): Promise<LaneState[]> {
  requireAdmin(ctx);
  const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;
  const counted = Object.entries(WAITING).map(
    ([name, items]) => sql`select ${name} as name, count(*)::int as waiting, min(at) as oldest
      from (${items} limit ${MAX_COUNTED}) items`,
  );
  const rows = await ctx.db.execute<Row>(sql`
    with counted as (${sql.join(counted, sql` union all `)}),
    failing as (
      select lane, count(*)::int as count, (count(*) filter (where failures >= ${MANY_FAILURES}))::int as stuck,
        (array_agg(error order by failed_at desc))[1] as error
      from lane_failures group by lane
    )
    select l.name, coalesce(f.count, 0) as failing, coalesce(f.stuck, 0) as stuck, f.error,
      coalesce(l.claimed_until > now(), false) as running,
      coalesce(c.waiting, (l.next_run_at <= now() and coalesce(l.claimed_until <= now(), true))::int, 0) as waiting,
      ${ms(sql`coalesce(c.oldest, case when l.next_run_at <= now() then l.next_run_at end)`)} as oldest_ms,
      ${ms(sql`l.looked_at`)} as looked_ms, ${ms(sql`l.succeeded_at`)} as succeeded_ms, ${ms(sql`l.next_run_at`)} as next_ms
    from lanes l left join counted c on c.name = l.name left join failing f on f.lane = l.name`);
  const date = (text: string | null) => (text === null ? null : new Date(Number(text)));
  const states = rows.map(({ name, error, running, waiting, failing, stuck, ...at }) => ({
    ...{ name: name as LaneName, label: laneLabel(name), isRunning: running, lastError: error },
    ...{ waiting, failing, stuck, oldestAt: date(at.oldest_ms), lookedAt: date(at.looked_ms) },
    ...{ succeededAt: date(at.succeeded_ms), nextRunAt: date(at.next_ms) },
  }));
  const order = Object.keys(LANES);
  return states
    .filter(({ name }) => order.includes(name))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** Lanes in which what is due is looked at within seconds, however much of it there is. */
const PROMPT: readonly LaneName[] = ["batches", "schedules", "orders", "resets"];
const LATE_MS = 15 * 60_000;

/** What an admin has to look at: the lanes in which something fails again and again, or waits for too long. Admins only. */
export async function laneTrouble(ctx: Ctx): Promise<{ count: number; what: string } | undefined> {
  const late = ({ name, oldestAt, nextRunAt }: LaneState) =>
    oldestAt !== null &&
    (nextRunAt !== null || PROMPT.includes(name)) &&
    Date.now() - oldestAt.getTime() > LATE_MS;
  const troubled = (await laneStates(ctx)).filter((lane) => lane.stuck > 0 || late(lane));
  const [first] = troubled;
  if (!first) return undefined;
  const labels = troubled.slice(0, 3).map(({ label }) => label);
  const error = first.stuck > 0 ? first.lastError : null;
  const what = troubled.length === 1 && error ? `${first.label}: ${error}` : `${labels.join(", ")}.`;
  return { count: troubled.length, what: what.slice(0, 300) };
}
