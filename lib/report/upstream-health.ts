import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";

/** How the upstream did in the last hour. */
export interface UpstreamHealth {
  sent: number;
  /** Of those: a definite answer, an unclear one, taken back for another try, still waited for. */
  definite: number;
  unclear: number;
  returned: number;
  waiting: number;
  /** Of the definite answers, the share that delivered; null when there was none. */
  success: number | null;
  /** How long answers took, in milliseconds: half of them at most, and 19 of 20 at most. */
  medianMs: number | null;
  slowMs: number | null;
  /** The last answer that was no clear success or failure, in the last day. */
  lastProblem: { at: Date; note: string; ident: string } | null;
  /** The median of each five minutes, oldest first; null where nothing was answered. */
  pace: { at: Date; medianMs: number | null }[];
}

type Row = Record<"sent" | "definite" | "delivered" | "unclear" | "returned" | "waiting", string> &
  Record<"median" | "slow", number | null>;

/** Health as the tries to send show it. Admins only. */
export async function upstreamHealth(ctx: Ctx): Promise<UpstreamHealth> {
  requireAdmin(ctx);
  const [[row], pace, problem] = await Promise.all([lastHour(ctx), paces(ctx), lastProblem(ctx)]);
  const definite = Number(row?.definite ?? 0);
  return {
    ...{ sent: Number(row?.sent ?? 0), definite, unclear: Number(row?.unclear ?? 0) },
    ...{ returned: Number(row?.returned ?? 0), waiting: Number(row?.waiting ?? 0) },
    success: definite === 0 ? null : Number(row?.delivered ?? 0) / definite,
    medianMs: row?.median ?? null,
    slowMs: row?.slow ?? null,
    lastProblem: problem,
    pace,
  };
}

const TOOK = sql`extract(epoch from answered_at - claimed_at) * 1000`;

function lastHour(ctx: Ctx) {
  return ctx.db.execute<Row>(sql`
    select count(*) as sent, count(*) filter (where meaning in ('successful', 'failed', 'invalid')) as definite,
      count(*) filter (where meaning = 'successful') as delivered, count(*) filter (where meaning = 'unconfirmed') as unclear,
      count(*) filter (where meaning in ('unsent', 'throttled', 'refused')) as returned,
      count(*) filter (where meaning is null) as waiting,
      percentile_cont(0.5) within group (order by ${TOOK}) as median,
      percentile_cont(0.95) within group (order by ${TOOK}) as slow
    from attempts where claimed_at > now() - interval '1 hour'`);
}

async function paces(ctx: Ctx): Promise<UpstreamHealth["pace"]> {
  const rows = await ctx.db.execute<{ at_ms: string; median: number | null }>(sql`
    with slots as (
      select generate_series(date_bin('5 minutes', now() - interval '55 minutes', '2000-01-01'), now(), interval '5 minutes') as at
    )
    select (extract(epoch from s.at) * 1000)::bigint as at_ms, percentile_cont(0.5) within group (order by ${TOOK}) as median
    from slots s left join attempts a on a.claimed_at >= s.at and a.claimed_at < s.at + interval '5 minutes'
    group by s.at order by s.at`);
  return rows.map(({ at_ms, median }) => ({ at: new Date(Number(at_ms)), medianMs: median }));
}

async function lastProblem(ctx: Ctx): Promise<UpstreamHealth["lastProblem"]> {
  const [row] = await ctx.db.execute<{ at_ms: string; note: string | null; ident: string }>(sql`
    select (extract(epoch from coalesce(a.answered_at, a.claimed_at)) * 1000)::bigint as at_ms, a.note, p.ident
    from attempts a join purchases p on p.id = a.purchase_id
    where a.claimed_at > now() - interval '1 day' and a.meaning in ('unsent', 'throttled', 'refused', 'unconfirmed')
    order by a.claimed_at desc limit 1`);
  return row ? { at: new Date(Number(row.at_ms)), note: row.note ?? "No answer.", ident: row.ident } : null;
}
