import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { Evidence, Known, Span } from "./evidence.ts";
import { type Answer, readAnswers } from "./read-answers.ts";
import type { Settings } from "./settings.ts";
import { weigh } from "./weigh.ts";

/** The chain never looks further back than this. */
export const FURTHEST_S = 72 * 3600;
/** No answer is waited for longer: the upper end of UPSTREAM_TIMEOUT_MS. */
const LONGEST_SEND_MS = 600_000;

export interface Read {
  evidence: Evidence;
  answers: Answer[];
  /** Answers up to here were taken into account. */
  asOf: Date;
}

/** The evidence about everything that is still open: unconfirmed purchases and unexplained moves. */
export async function readEvidence(ctx: Ctx, settings: Settings): Promise<Read> {
  const { since, asOf } = await range(ctx, settings);
  const back = Math.max(settings.pendingSeconds * 1000, LONGEST_SEND_MS);
  const answers = await readAnswers(ctx, since, back);
  const known = await readMoves(ctx, since);
  const evidence = weigh(answers, known, { since, asOf, bounds: settings });
  const fogs = [...evidence.fogs, ...(await readCuts(ctx, since))];
  return { evidence: { ...evidence, fogs }, answers, asOf: new Date(asOf) };
}

/**
 * From where to look: before the earliest thing that is open, so far back that no other doubtful purchase
 * reaches over the start, and there from the last answer that surely came before.
 */
async function range(ctx: Ctx, settings: Settings): Promise<{ since: number; asOf: number }> {
  const [row] = await ctx.db.execute<{ since: string; as_of: string }>(sql`
    with recursive open as (
      select greatest(now() - make_interval(secs => ${FURTHEST_S}), least(
        (select scanned_to from reconciling),
        (select min(a.claimed_at) from purchases p join attempts a on a.purchase_id = p.id
          where p.state = 'unconfirmed' and a.meaning = 'unconfirmed'),
        (select min(earliest) from discrepancies where closed_at is null)
      )) as at
    ),
    doubtful as materialized (
      select claimed_at, claimed_at + make_interval(secs => case when http_status is null then ${settings.refundSeconds}::int
        else ${settings.pendingSeconds}::int end) as until
      from attempts where meaning = 'unconfirmed' and claimed_at >= now() - make_interval(secs => ${FURTHEST_S})
    ),
    back as (
      select at from open
      union all
      select earlier.at from back cross join lateral (
        select min(claimed_at) as at from doubtful where until >= back.at and claimed_at < back.at
      ) earlier where earlier.at is not null
    )
    select (extract(epoch from coalesce(
        (select claimed_at from attempts where answered_at < (select min(at) from back) and balance_after is not null
          and claimed_at >= (select min(at) from back) - interval '7 days'
          and discrepancy is null order by claimed_at desc limit 1),
        (select min(at) from back))) * 1000)::float8 as since,
      (extract(epoch from now() - make_interval(secs => ${settings.graceSeconds})) * 1000)::float8 as as_of`);
  return { since: Number(row?.since), asOf: Number(row?.as_of) };
}

/** Moves of the balance that an admin acknowledged without knowing how much of them was what. */
async function readCuts(ctx: Ctx, since: number): Promise<Span[]> {
  const rows = await ctx.db.execute<Record<"from_ms" | "to_ms", string>>(sql`
    select (extract(epoch from earliest) * 1000)::float8 as from_ms, (extract(epoch from latest) * 1000)::float8 as to_ms
    from discrepancies where cut and latest >= to_timestamp(${since / 1000}::float8)`);
  return rows.map(({ from_ms, to_ms }) => ({ from: Number(from_ms), to: Number(to_ms) }));
}

async function readMoves(ctx: Ctx, since: number): Promise<Known[]> {
  const rows = await ctx.db.execute<Record<"amount" | "from_ms" | "to_ms", string>>(sql`
    select amount, (extract(epoch from earliest) * 1000)::float8 as from_ms, (extract(epoch from latest) * 1000)::float8 as to_ms
    from upstream_moves where latest >= to_timestamp(${since / 1000}::float8)`);
  return rows.map(({ amount, from_ms, to_ms }) => ({
    amount: BigInt(amount),
    from: Number(from_ms),
    to: Number(to_ms),
  }));
}
