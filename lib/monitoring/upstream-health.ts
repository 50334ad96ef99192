import { and, count, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { attempts, purchases } from "#db/schema/purchase";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instant, readRows } from "#lib/core/read-rows";

export interface UpstreamHealth {
  sent: number;
  /** Numbers of attempts with a definite response, an unclear one, a retry, or none yet. */
  definite: number;
  unclear: number;
  returned: number;
  waiting: number;
  /** The delivered share of definite responses; null without any. */
  success: number | null;
  /** The median and the 95th percentile of response times, in ms. */
  medianMs: number | null;
  slowMs: number | null;
  /** The last unclear response of the last day. */
  lastProblem: { at: Date; note: string; ident: string } | null;
  /** The median of each five minutes, oldest first; null without responses. */
  pace: { at: Date; medianMs: number | null }[];
}

/** Returns the upstream's health, derived from attempts. Admins only. */
export async function getUpstreamHealth(ctx: Ctx): Promise<UpstreamHealth> {
  requireAdmin(ctx);
  const [[hour], pace, lastProblem] = await Promise.all([
    readLastHour(ctx),
    readPace(ctx),
    findLastProblem(ctx),
  ]);
  if (!hour) throw new Error("a count returned no row");
  const { delivered, ...counts } = hour;
  const success = counts.definite === 0 ? null : delivered / counts.definite;
  return { ...counts, success, lastProblem, pace };
}

const DURATION_MS = sql`extract(epoch from answered_at - claimed_at) * 1000`;
const percentile = (share: number) =>
  sql<number | null>`percentile_cont(${sql.raw(String(share))}) within group (order by ${DURATION_MS})`;
const countWhere = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);

function readLastHour(ctx: Ctx) {
  const { result, claimedAt } = attempts;
  return ctx.db
    .select({
      sent: count(),
      definite: countWhere(inArray(result, ["successful", "failed", "invalid"])),
      delivered: countWhere(eq(result, "successful")),
      unclear: countWhere(eq(result, "unconfirmed")),
      returned: countWhere(inArray(result, ["unsent", "throttled", "rejected"])),
      waiting: countWhere(isNull(result)),
      medianMs: percentile(0.5),
      slowMs: percentile(0.95),
    })
    .from(attempts)
    .where(gt(claimedAt, sql`now() - interval '1 hour'`));
}

function readPace(ctx: Ctx): Promise<UpstreamHealth["pace"]> {
  return readRows(ctx.db, z.object({ at: instant, medianMs: z.number().nullable() }))`
    with slots as (
      select generate_series(
        date_bin('5 minutes', now() - interval '55 minutes', '2000-01-01'), now(), interval '5 minutes') as at
    )
    select s.at, ${percentile(0.5)} as median_ms
    from slots s
    left join attempts a on a.claimed_at >= s.at and a.claimed_at < s.at + interval '5 minutes'
    group by s.at
    order by s.at`;
}

async function findLastProblem(ctx: Ctx): Promise<UpstreamHealth["lastProblem"]> {
  const { result, claimedAt, answeredAt, note, purchaseId } = attempts;
  const [row] = await ctx.db
    .select({
      at: sql`coalesce(${answeredAt}, ${claimedAt})`.mapWith(claimedAt),
      note: sql<string>`coalesce(${note}, 'No answer.')`,
      ident: purchases.ident,
    })
    .from(attempts)
    .innerJoin(purchases, eq(purchases.id, purchaseId))
    .where(
      and(
        gt(claimedAt, sql`now() - interval '1 day'`),
        inArray(result, ["unsent", "throttled", "rejected", "unconfirmed"]),
      ),
    )
    .orderBy(desc(claimedAt))
    .limit(1);
  return row ?? null;
}
