import { sql } from "drizzle-orm";
import { getMaxAgeS } from "#lib/catalogue/max-age";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isHome } from "./supplier.ts";

/** A list is requested each minute: a failure for this long needs an admin. */
const FAILING_S = 180;

interface ProblemRow extends Record<string, unknown> {
  id: number;
  name: string;
  is_home: boolean;
  stopped: boolean;
  stop_reason: string | null;
  synced_at: string | null;
  is_outdated: boolean;
  failure: string | null;
  repriced: string;
  rematched: string;
}

/**
 * Reads the problems of later suppliers that are on, and while one of these sells, of the main one: else it
 * has action items of its own. Admins only.
 */
export async function readSupplierProblems(ctx: Ctx) {
  requireAdmin(ctx);
  const maxAge = sql`make_interval(secs => ${getMaxAgeS()})`;
  const rows = await ctx.db.execute<ProblemRow>(sql`
    select
      s.id, s.name, ${isHome(sql`s`)} as is_home, s.synced_at::text, s.failure,
      coalesce(g.stopped, false) as stopped, g.stop_reason,
      coalesce(
        s.synced_at < now() - ${maxAge}
          or (s.failed_at is not null and s.synced_at < now() - make_interval(secs => ${FAILING_S})),
        true
      ) as is_outdated,
      r.repriced, r.rematched
    from suppliers s
    left join supplier_sending g on g.supplier_id = s.id
    -- Only what an admin matched: changes of a plan's own supplier are among the plans to confirm.
    cross join lateral (
      select
        count(*) filter (where route_state(routes) = 'cost') as repriced,
        count(*) filter (where route_state(routes) = 'plan') as rematched
      from routes
      where supplier_id = s.id and matched_by is distinct from 'list'
    ) r
    where s.enabled and (
      s.id <> ${MAIN_SUPPLIER_ID}
      or exists (
        select
        from suppliers o
        join supplier_sending x on x.supplier_id = o.id
        where o.id <> ${MAIN_SUPPLIER_ID} and o.enabled and ${isHome(sql`o`)} and not x.stopped
          and o.synced_at >= now() - ${maxAge}
          and exists (select from routes where supplier_id = o.id and open)
      )
    )
    order by s.id`);
  const buying = rows.filter((row) => row.is_home);
  const repriced = buying.filter((row) => Number(row.repriced) > 0);
  const rematched = buying.filter((row) => Number(row.rematched) > 0);
  return {
    /** Those whose token was entered in another database. */
    withoutToken: rows.filter((row) => !row.is_home).map(({ id, name }) => ({ id, name })),
    stopped: buying
      .filter((row) => row.stopped)
      .map(({ id, name, stop_reason: reason }) => ({ id, name, reason })),
    outdated: buying
      .filter((row) => row.is_outdated)
      .map(({ id, name, synced_at, failure }) => ({
        id,
        name,
        failure,
        syncedAt: synced_at === null ? null : new Date(synced_at),
      })),
    repriced: repriced.map(({ id, name }) => ({ id, name })),
    repricedCount: repriced.reduce((sum, row) => sum + Number(row.repriced), 0),
    /** Those with matches whose plan became another. */
    rematched: rematched.map(({ id, name }) => ({ id, name })),
    rematchedCount: rematched.reduce((sum, row) => sum + Number(row.rematched), 0),
  };
}
