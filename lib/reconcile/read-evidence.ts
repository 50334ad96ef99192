import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { type Bounds, boundsOf, buildEvidence, refundUntil } from "./build-evidence.ts";
import type { Evidence, Known, Span } from "./chain/evidence.ts";
import { type Mark, openOf } from "./chain/mark.ts";
import { FURTHEST_S, lastMark, rewindChain } from "./marks.ts";
import { type Answer, readAnswers } from "./read-answers.ts";
import type { Settings } from "./settings.ts";

/** No answer is awaited for longer than this: the largest UPSTREAM_TIMEOUT_MS. */
const LONGEST_SEND_MS = 600_000;
/** An answer that arrives after its sender was given up arrives within this. */
const LATEST_ANSWER = sql`interval '1 hour'`;
/** A run takes about this many new answers into account; the next one goes on. */
const SOME_ANSWERS = 500;

export interface Read {
  evidence: Evidence;
  answers: Answer[];
  /** From where to walk on; undefined to begin. */
  mark: Mark | undefined;
  /** What is claimed from here on is not taken into account, or not all of it. */
  at: number;
  /** Answers up to here were taken into account. */
  asOf: number;
  /** There are more answers than this run takes into account, and it gets further than the one before. */
  more: boolean;
}

const ms = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::float8`;
const at = (instant: number) => sql`to_timestamp(${instant / 1000}::float8)`;

type Doubtful = Pick<Answer, "claimedAt" | "answeredAt">;

/**
 * Reads what became known since the chain was walked last or, the first time, since the first thing that is still open.
 * What is claimed within an open doubt is known only with what ended it: reads on until that, however much it is.
 */
export async function readEvidence(ctx: Ctx, settings: Settings): Promise<Read> {
  const last = await lastMark(ctx);
  const mark = last?.mark;
  const since = mark ? Math.max(mark.from, mark.base.from) : await startOf(ctx, settings);
  for (let most = SOME_ANSWERS; ; most *= 2) {
    const read = await readUpTo(ctx, settings, { mark, since, most });
    if (!read.more || !last || new Date(read.at) > last.at) return read;
  }
}

async function readUpTo(
  ctx: Ctx,
  settings: Settings,
  { mark, since, most }: { mark: Mark | undefined; since: number; most: number },
): Promise<Read> {
  const { asOf, more } = await endOf(ctx, settings, { since, most });
  const back = settings.refundSeconds * 1000 + LONGEST_SEND_MS;
  const until = more ? asOf : Number.POSITIVE_INFINITY;
  const answers = await readAnswers(ctx, { since, until, back, also: mark ? openOf(mark) : [] });
  const known = await readAdjustments(ctx, since);
  const evidence = buildEvidence(answers, known, { since, asOf, bounds: boundsOf(settings) });
  const fogs = [...evidence.fogs, ...(await readCuts(ctx, since))];
  const at = fogs.reduce((least, { from, to }) => (to > asOf ? Math.min(least, from) : least), asOf);
  return { evidence: { ...evidence, fogs }, answers, mark, at, asOf, more };
}

/** Rewinds the chain to the first purchase whose answer arrived after the chain had passed it. */
export async function forgetBeforeLateAnswers(ctx: Ctx): Promise<void> {
  const last = await lastMark(ctx);
  if (!last) return;
  const [late] = await ctx.db.execute<{ claimed_ms: string | null }>(sql`
    select ${ms(sql`min(claimed_at)`)} as claimed_ms from attempts
    where claimed_at >= ${at(last.at.getTime())} - ${LATEST_ANSWER} and claimed_at < ${at(last.at.getTime())}
      and answered_at > ${at(last.asOf.getTime())}`);
  if (late?.claimed_ms) await rewindChain(ctx, new Date(Number(late.claimed_ms)));
}

/** Up to when answers count, and whether the next run has more to read. */
async function endOf(ctx: Ctx, { graceSeconds }: Settings, { since, most }: { since: number; most: number }) {
  const [row] = await ctx.db.execute<{ as_of: string; last_ms: string | null }>(sql`
    select ${ms(sql`now() - make_interval(secs => ${graceSeconds})`)} as as_of,
      (select ${ms(sql`claimed_at`)} from attempts where claimed_at >= ${at(since)} order by claimed_at
        offset ${most} limit 1) as last_ms`);
  const asOf = Number(row?.as_of);
  const last = Number(row?.last_ms ?? Number.POSITIVE_INFINITY);
  return { asOf: Math.min(asOf, last), more: last < asOf };
}

/**
 * Where the first walk begins: before the earliest thing that is open, so far back that no other doubtful purchase
 * reaches over the start, and then at the last answer that surely came before.
 */
async function startOf(ctx: Ctx, settings: Settings): Promise<number> {
  const [row] = await ctx.db.execute<{ open: string }>(sql`
    select ${ms(sql`greatest(now() - make_interval(secs => ${FURTHEST_S}), least(
        (select scanned_to from reconciling),
        (select min(a.claimed_at) from purchases p join attempts a on a.purchase_id = p.id
          where p.state = 'unconfirmed' and a.meaning = 'unconfirmed'),
        (select min(earliest) from discrepancies where closed_at is null)
      ))`)} as open`);
  const from = earliestReaching(await readDoubtful(ctx), Number(row?.open), boundsOf(settings));
  const [last] = await ctx.db.execute<{ since: string }>(sql`
    select ${ms(sql`claimed_at`)} as since from attempts
    where answered_at < ${at(from)} and balance_after is not null and claimed_at >= ${at(from)} - interval '7 days'
      and claimed_at < ${at(from)} and discrepancy is null order by claimed_at desc limit 1`);
  return Number(last?.since ?? from);
}

/** Goes back from `open` to the claim of a doubtful purchase that reaches over it, and so on while there is one. */
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

/** Moves of the balance that were acknowledged although an open purchase may be part of them. */
async function readCuts(ctx: Ctx, since: number): Promise<Span[]> {
  const rows = await ctx.db.execute<Record<"from_ms" | "to_ms", string>>(sql`
    select (extract(epoch from earliest) * 1000)::float8 as from_ms, (extract(epoch from latest) * 1000)::float8 as to_ms
    from discrepancies where cut and latest >= to_timestamp(${since / 1000}::float8)`);
  return rows.map(({ from_ms, to_ms }) => ({ from: Number(from_ms), to: Number(to_ms) }));
}

async function readAdjustments(ctx: Ctx, since: number): Promise<Known[]> {
  const rows = await ctx.db.execute<Record<"amount" | "from_ms" | "to_ms", string>>(sql`
    select amount, (extract(epoch from earliest) * 1000)::float8 as from_ms, (extract(epoch from latest) * 1000)::float8 as to_ms
    from upstream_adjustments where latest >= to_timestamp(${since / 1000}::float8)`);
  return rows.map(({ amount, from_ms, to_ms }) => ({
    amount: BigInt(amount),
    from: Number(from_ms),
    to: Number(to_ms),
  }));
}
