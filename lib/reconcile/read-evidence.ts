import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type Bounds, boundsOf, refundUntil } from "./bounds.ts";
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

const ms = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::float8`;
const at = (instant: number) => sql`to_timestamp(${instant / 1000}::float8)`;

type Doubtful = Pick<Answer, "claimedAt" | "answeredAt">;

/** The evidence about everything that is still open: unconfirmed purchases and unexplained moves. */
export async function readEvidence(ctx: Ctx, settings: Settings): Promise<Read> {
  const { since, asOf } = await range(ctx, settings);
  const back = settings.refundSeconds * 1000 + LONGEST_SEND_MS;
  const answers = await readAnswers(ctx, since, back);
  const known = await readMoves(ctx, since);
  const evidence = weigh(answers, known, { since, asOf, bounds: boundsOf(settings) });
  const fogs = [...evidence.fogs, ...(await readCuts(ctx, since))];
  return { evidence: { ...evidence, fogs }, answers, asOf: new Date(asOf) };
}

/**
 * From where to look: before the earliest thing that is open, so far back that no other doubtful purchase
 * reaches over the start, and there from the last answer that surely came before.
 */
async function range(ctx: Ctx, settings: Settings): Promise<{ since: number; asOf: number }> {
  const [row] = await ctx.db.execute<Record<"open" | "as_of", string>>(sql`
    select ${ms(sql`greatest(now() - make_interval(secs => ${FURTHEST_S}), least(
        (select scanned_to from reconciling),
        (select min(a.claimed_at) from purchases p join attempts a on a.purchase_id = p.id
          where p.state = 'unconfirmed' and a.meaning = 'unconfirmed'),
        (select min(earliest) from discrepancies where closed_at is null)
      ))`)} as open, ${ms(sql`now() - make_interval(secs => ${settings.graceSeconds})`)} as as_of`);
  const from = earliestReaching(await readDoubtful(ctx), Number(row?.open), boundsOf(settings));
  const [last] = await ctx.db.execute<{ since: string }>(sql`
    select ${ms(sql`claimed_at`)} as since from attempts
    where answered_at < ${at(from)} and balance_after is not null and claimed_at >= ${at(from)} - interval '7 days'
      and discrepancy is null order by claimed_at desc limit 1`);
  return { since: Number(last?.since ?? from), asOf: Number(row?.as_of) };
}

/** The claim of the first in the row of doubtful purchases of which each reaches over the next one's. */
function earliestReaching(doubtful: readonly Doubtful[], open: number, bounds: Bounds): number {
  let from = open;
  for (;;) {
    const reaching = doubtful.filter((sent) => sent.claimedAt < from && refundUntil(sent, bounds) >= from);
    if (reaching.length === 0) return from;
    from = Math.min(...reaching.map(({ claimedAt }) => claimedAt));
  }
}

async function readDoubtful(ctx: Ctx): Promise<Doubtful[]> {
  const rows = await ctx.db.execute<{ claimed_ms: string; answered_ms: string | null }>(sql`
    select ${ms(sql`claimed_at`)} as claimed_ms, ${ms(sql`answered_at`)} as answered_ms from attempts
    where meaning = 'unconfirmed' and claimed_at >= now() - make_interval(secs => ${FURTHEST_S})`);
  return rows.map(({ claimed_ms, answered_ms }) => ({
    claimedAt: Number(claimed_ms),
    answeredAt: answered_ms === null ? null : Number(answered_ms),
  }));
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
