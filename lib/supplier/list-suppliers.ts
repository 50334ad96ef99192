import { type SQL, sql } from "drizzle-orm";
import { getMaxAgeS } from "#lib/catalogue/max-age";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isHome } from "./supplier.ts";

/** A supplier as admins see it. Money in minor units. */
export interface SupplierView {
  id: number;
  /** The environment's (`UPSTREAM_*`). */
  isMain: boolean;
  name: string;
  version: number;
  /** `token`: it is on in a restored copy, so its token must be entered again. */
  state: "on" | "off" | "token";
  /** Its token was entered in another database, of which this one is a copy. */
  needsToken: boolean;
  dialect: string;
  address: string;
  level: Level;
  perMinute: number;
  timeoutMs: number;
  rank: number;
  lowBalance: Minor;
  sending: {
    stopped: boolean;
    reason: string | null;
    stoppedAt: Date | null;
    /** When one purchase is tried after a stop; null where an admin has to start it. */
    probeAt: Date | null;
    /**
     * Identifies this stop to `startDispatching`; null where all suppliers are stopped, and can only be
     * started together.
     */
    stop: string | null;
  };
  /** Too many of its latest purchases fail, are unclear or slow, so others are preferred. */
  poor: { since: Date; reason: string } | null;
  list: { syncedAt: Date | null; isOld: boolean; failure: string | null };
  routes: {
    open: number;
    toMatch: number;
    closedByCost: number;
    closedByPlan: number;
    ignored: number;
    all: number;
  };
  /** The balance that its last response named. */
  balance: { amount: Minor; at: Date } | null;
  /** Of its last 50 answered attempts. */
  recent: { attempts: number; delivered: number; medianSeconds: number | null };
  today: { delivered: number; sales: Minor; margin: Minor };
}

/** Lists all suppliers, the environment's first. Admins only. */
export async function listSuppliers(ctx: Ctx): Promise<SupplierView[]> {
  requireAdmin(ctx);
  return (await readSuppliers(ctx, sql`true`)).map(toSupplierView);
}

/**
 * Lists all suppliers where a later one is on, and none where the portal buys from the main one alone. Admins
 * only.
 */
export async function listSeveralSuppliers(ctx: Ctx): Promise<SupplierView[]> {
  requireAdmin(ctx);
  return (await readSuppliers(ctx, HAS_LATER)).map(toSupplierView);
}

const HAS_LATER = sql`exists (select from suppliers o where o.enabled and o.id <> ${MAIN_SUPPLIER_ID})`;

/** Returns one supplier. Admins only. @throws not_found */
export async function getSupplier(ctx: Ctx, { id }: { id: number }): Promise<SupplierView> {
  requireAdmin(ctx);
  const [row] = await readSuppliers(ctx, sql`s.id = ${id}`);
  if (!row) throw notFoundError("supplier");
  return toSupplierView(row);
}

/**
 * Returns the names of the suppliers by their ids, the main one first, for pages that name them where there
 * are several. Admins only.
 */
export async function getSupplierNames(ctx: Ctx): Promise<ReadonlyMap<number, string>> {
  requireAdmin(ctx);
  const rows = await ctx.db.execute<{ id: number; name: string }>(
    sql`select id, name from suppliers order by id`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Formats the supplier of an attempt; null where there is one supplier only. */
export function formatSupplier(names: ReadonlyMap<number, string>, supplierId: number | null): string | null {
  if (names.size === 1) return null;
  return supplierId === null ? "Unknown, ask each" : (names.get(supplierId) ?? null);
}

interface SupplierRow extends Record<string, unknown> {
  id: number;
  name: string;
  version: number;
  enabled: boolean;
  is_home: boolean;
  dialect: string;
  base_url: string | null;
  level: Level | null;
  per_minute: number | null;
  timeout_ms: number | null;
  rank: number;
  low_balance: string;
  stopped: boolean | null;
  stop_reason: string | null;
  stopped_at: string | null;
  stop: string | null;
  poor_since: string | null;
  poor_reason: string | null;
  probe_at: string | null;
  synced_at: string | null;
  is_old: boolean;
  failure: string | null;
  open: string;
  to_match: string;
  closed_by_cost: string;
  closed_by_plan: string;
  ignored: string;
  all_routes: string;
  balance: string | null;
  balance_at: string | null;
  attempts: string;
  delivered: string;
  median: number | null;
  today_delivered: string | null;
  today_sales: string | null;
  today_margin: string | null;
}

async function readSuppliers(ctx: Ctx, condition: SQL): Promise<SupplierRow[]> {
  const maxAge = sql`make_interval(secs => ${getMaxAgeS()})`;
  return ctx.db.execute<SupplierRow>(sql`
    select
      s.id, s.name, s.version, s.enabled, s.dialect, s.base_url, s.level, s.per_minute, s.timeout_ms, s.rank,
      s.low_balance, s.poor_since::text, s.poor_reason, ${isHome(sql`s`)} as is_home,
      g.stopped, g.stop_reason, g.stopped_at::text, g.stop, g.probe_at::text,
      s.synced_at::text, s.failure, coalesce(s.synced_at < now() - ${maxAge}, true) as is_old,
      r.*, a.*, d.today_delivered, d.today_sales, d.today_margin
    from suppliers s
    -- A stop of all suppliers hides each one's own.
    left join lateral (
      select stopped, stop_reason, stopped_at, stopped_at::text as stop, probe_at
      from supplier_sending
      where supplier_id = s.id and not exists (select from dispatcher where stopped)
      union all
      select stopped, stop_reason, stopped_at, null, null
      from dispatcher
      where stopped
    ) g on true
    cross join lateral (
      select
        count(*) filter (where open) as open,
        count(*) filter (where route_state(routes) = 'match') as to_match,
        count(*) filter (where route_state(routes) = 'cost') as closed_by_cost,
        count(*) filter (where route_state(routes) = 'plan') as closed_by_plan,
        count(*) filter (where ignored) as ignored,
        count(*) as all_routes
      from routes
      where supplier_id = s.id
    ) r
    cross join lateral (
      select
        (array_agg(t.balance_after order by t.claimed_at desc)
          filter (where t.balance_after is not null))[1] as balance,
        (max(t.claimed_at) filter (where t.balance_after is not null))::text as balance_at,
        count(*) as attempts,
        count(*) filter (where t.result = 'successful') as delivered,
        percentile_cont(0.5) within group (
          order by extract(epoch from t.answered_at - t.claimed_at)::float8
        ) as median
      from (
        select claimed_at, answered_at, result, balance_after
        from attempts
        where supplier_id = s.id and result is not null
        order by claimed_at desc
        limit 50
      ) t
    ) a
    left join (
      select
        coalesce(p.supplier_id, ${MAIN_SUPPLIER_ID}) as supplier_id,
        count(*) as today_delivered,
        sum(p.price) as today_sales,
        sum(p.price - coalesce(p.charged, p.cost)) as today_margin
      from purchases p
      where p.placed_at >= ${startOfDay(dayOf(new Date())).toISOString()}::timestamptz
        and p.state = 'successful'
      group by 1
    ) d on d.supplier_id = s.id
    where ${condition}
    order by s.id`);
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

function toSupplierView(row: SupplierRow): SupplierView {
  const needsToken = !row.is_home;
  return {
    id: row.id,
    isMain: row.id === MAIN_SUPPLIER_ID,
    name: row.name,
    version: row.version,
    state: !row.enabled ? "off" : needsToken ? "token" : "on",
    needsToken,
    dialect: row.dialect,
    address: row.base_url ?? "",
    level: row.level ?? "api",
    perMinute: row.per_minute ?? 0,
    timeoutMs: row.timeout_ms ?? 0,
    rank: row.rank,
    lowBalance: BigInt(row.low_balance),
    sending: {
      stopped: row.stopped ?? false,
      reason: row.stop_reason,
      stoppedAt: toDate(row.stopped_at),
      probeAt: toDate(row.probe_at),
      stop: row.stop,
    },
    poor: row.poor_since === null ? null : { since: new Date(row.poor_since), reason: row.poor_reason ?? "" },
    list: { syncedAt: toDate(row.synced_at), isOld: row.is_old, failure: row.failure },
    routes: {
      open: Number(row.open),
      toMatch: Number(row.to_match),
      closedByCost: Number(row.closed_by_cost),
      closedByPlan: Number(row.closed_by_plan),
      ignored: Number(row.ignored),
      all: Number(row.all_routes),
    },
    balance:
      row.balance === null || row.balance_at === null
        ? null
        : { amount: BigInt(row.balance), at: new Date(row.balance_at) },
    recent: {
      attempts: Number(row.attempts),
      delivered: Number(row.delivered),
      medianSeconds: row.median === null ? null : Number(row.median),
    },
    today: {
      delivered: Number(row.today_delivered ?? 0),
      sales: BigInt(row.today_sales ?? 0),
      margin: BigInt(row.today_margin ?? 0),
    },
  };
}
