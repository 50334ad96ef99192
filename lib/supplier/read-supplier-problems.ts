import { sql } from "drizzle-orm";
import { z } from "zod";
import { getMaxAgeS } from "#lib/catalogue/max-age";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, int, readRows } from "#lib/core/read-rows";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { isHome } from "./supplier.ts";

/** A list is requested each minute: a failure for this long needs an admin. */
const FAILING_S = 180;

const ProblemRow = z.object({
  id: int,
  name: z.string(),
  isHome: z.boolean(),
  stopped: z.boolean(),
  reason: z.string().nullable(),
  syncedAt: instant.nullable(),
  isOutdated: z.boolean(),
  failure: z.string().nullable(),
  repriced: int,
  rematched: int,
});

/**
 * Reads the problems of later suppliers that are on, and while one of these sells, of the main one: else it
 * has action items of its own. Admins only.
 */
export async function readSupplierProblems(ctx: Ctx) {
  requireAdmin(ctx);
  const maxAge = sql`make_interval(secs => ${getMaxAgeS()})`;
  const rows = await readRows(ctx.db, ProblemRow)`
    select
      s.id, s.name, ${isHome(sql`s`)} as is_home, s.synced_at, s.failure,
      coalesce(g.stopped, false) as stopped, g.stop_reason as reason,
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
    order by s.id`;
  const buying = rows.filter((row) => row.isHome);
  const repriced = buying.filter((row) => row.repriced > 0);
  const rematched = buying.filter((row) => row.rematched > 0);
  const toName = ({ id, name }: z.output<typeof ProblemRow>) => ({ id, name });
  return {
    /** Those whose token was entered in another database. */
    withoutToken: rows.filter((row) => !row.isHome).map(toName),
    stopped: buying.filter((row) => row.stopped).map(({ id, name, reason }) => ({ id, name, reason })),
    outdated: buying
      .filter((row) => row.isOutdated)
      .map(({ id, name, syncedAt, failure }) => ({ id, name, failure, syncedAt })),
    repriced: repriced.map(toName),
    repricedCount: repriced.reduce((sum, row) => sum + row.repriced, 0),
    /** Those with matches whose plan became another. */
    rematched: rematched.map(toName),
    rematchedCount: rematched.reduce((sum, row) => sum + row.rematched, 0),
  };
}
