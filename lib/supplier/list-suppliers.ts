import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { getMaxAgeS } from "#lib/catalogue/max-age";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { selectProceeds } from "#lib/core/purchase-state";
import { instant, int, joined, minor, readRows, textOf } from "#lib/core/read-rows";
import { dayOf, startOfDay } from "#lib/core/time/time";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isHome } from "./supplier.ts";

/** A supplier as admins see it. Money in minor units. */
export type SupplierView = z.output<typeof SupplierView>;

const SupplierView = z.object({
  id: int,
  /** The environment's (`UPSTREAM_*`). */
  isMain: z.boolean(),
  name: z.string(),
  version: int,
  /** `token`: it is on in a restored copy, so its token must be entered again. */
  state: textOf<"on" | "off" | "token">(),
  /** Its token was entered in another database, of which this one is a copy. */
  needsToken: z.boolean(),
  dialect: z.string(),
  address: z.string(),
  level: textOf<Level>(),
  perMinute: int,
  timeoutMs: int,
  rank: int,
  lowBalance: minor,
  sending: z.object({
    stopped: z.boolean(),
    reason: z.string().nullable(),
    stoppedAt: instant.nullable(),
    /** When one purchase is tried after a stop; null where an admin has to start it. */
    probeAt: instant.nullable(),
    /**
     * Identifies this stop to `startDispatching`; null where all suppliers are stopped, and can only be
     * started together.
     */
    stop: z.string().nullable(),
  }),
  /** Too many of its latest purchases fail, are unclear or slow, so others are preferred. */
  poor: joined({ since: instant, reason: z.string() }),
  list: z.object({ syncedAt: instant.nullable(), isOld: z.boolean(), failure: z.string().nullable() }),
  routes: z.object({
    open: int,
    toMatch: int,
    closedByCost: int,
    closedByPlan: int,
    ignored: int,
    all: int,
  }),
  /** The balance that its last response named. */
  balance: joined({ amount: minor, at: instant }),
  /** Of its last 50 answered attempts. */
  recent: z.object({ attempts: int, delivered: int, medianSeconds: z.number().nullable() }),
  today: z.object({ delivered: int, sales: minor, margin: minor }),
});

/** Lists all suppliers, the environment's first. Admins only. */
export async function listSuppliers(ctx: Ctx): Promise<SupplierView[]> {
  requireAdmin(ctx);
  return readSuppliers(ctx, sql`true`);
}

/**
 * Lists all suppliers where a later one is on, and none where the portal buys from the main one alone. Admins
 * only.
 */
export async function listSeveralSuppliers(ctx: Ctx): Promise<SupplierView[]> {
  requireAdmin(ctx);
  return readSuppliers(ctx, HAS_LATER);
}

const HAS_LATER = sql`exists (select from suppliers o where o.enabled and o.id <> ${MAIN_SUPPLIER_ID})`;

/** Returns one supplier. Admins only. @throws not_found */
export async function getSupplier(ctx: Ctx, { id }: { id: number }): Promise<SupplierView> {
  requireAdmin(ctx);
  const [supplier] = await readSuppliers(ctx, sql`s.id = ${id}`);
  if (!supplier) throw notFoundError("supplier");
  return supplier;
}

/**
 * Returns the names of the suppliers by their ids, the main one first, for pages that name them where there
 * are several. Admins only.
 */
export async function getSupplierNames(ctx: Ctx): Promise<ReadonlyMap<number, string>> {
  requireAdmin(ctx);
  const rows = await readRows(ctx.db, z.object({ id: int, name: z.string() }))`
    select id, name from suppliers order by id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Formats the supplier of an attempt; null where there is one supplier only. */
export function formatSupplier(names: ReadonlyMap<number, string>, supplierId: number | null): string | null {
  if (names.size === 1) return null;
  return supplierId === null ? "Unknown, ask each" : (names.get(supplierId) ?? null);
}

async function readSuppliers(ctx: Ctx, condition: SQL): Promise<SupplierView[]> {
  const maxAge = sql`make_interval(secs => ${getMaxAgeS()})`;
  return readRows(ctx.db, SupplierView)`
    select
      s.id, s.id = ${MAIN_SUPPLIER_ID} as is_main, s.name, s.version,
      case when not s.enabled then 'off' when ${isHome(sql`s`)} then 'on' else 'token' end as state,
      not ${isHome(sql`s`)} as needs_token,
      s.dialect, coalesce(s.base_url, '') as address, coalesce(s.level, 'api') as level,
      coalesce(s.per_minute, 0) as per_minute, coalesce(s.timeout_ms, 0) as timeout_ms, s.rank, s.low_balance,
      coalesce(g.stopped, false) as "sending.stopped", g.stop_reason as "sending.reason",
      g.stopped_at as "sending.stopped_at", g.probe_at as "sending.probe_at", g.stop as "sending.stop",
      s.poor_since as "poor.since",
      case when s.poor_since is not null then coalesce(s.poor_reason, '') end as "poor.reason",
      s.synced_at as "list.synced_at", s.failure as "list.failure",
      coalesce(s.synced_at < now() - ${maxAge}, true) as "list.is_old",
      r.*, a.*, coalesce(d.delivered, 0) as "today.delivered", coalesce(d.sales, 0) as "today.sales",
      coalesce(d.margin, 0) as "today.margin"
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
        count(*) filter (where open) as "routes.open",
        count(*) filter (where route_state(routes) = 'match') as "routes.to_match",
        count(*) filter (where route_state(routes) = 'cost') as "routes.closed_by_cost",
        count(*) filter (where route_state(routes) = 'plan') as "routes.closed_by_plan",
        count(*) filter (where ignored) as "routes.ignored",
        count(*) as "routes.all"
      from routes
      where supplier_id = s.id
    ) r
    cross join lateral (
      select
        (array_agg(t.balance_after order by t.claimed_at desc)
          filter (where t.balance_after is not null))[1] as "balance.amount",
        max(t.claimed_at) filter (where t.balance_after is not null) as "balance.at",
        count(*) as "recent.attempts",
        count(*) filter (where t.result = 'successful') as "recent.delivered",
        percentile_cont(0.5) within group (
          order by extract(epoch from t.answered_at - t.claimed_at)::float8
        ) as "recent.median_seconds"
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
        count(*) as delivered,
        sum(${selectProceeds(sql`p`)}) as sales,
        sum(${selectProceeds(sql`p`)} - coalesce(p.charged, p.cost)) as margin
      from purchases p
      where p.placed_at >= ${startOfDay(dayOf(new Date())).toISOString()}::timestamptz
        and p.state = 'successful'
      group by 1
    ) d on d.supplier_id = s.id
    where ${condition}
    order by s.id`;
}
