import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { int, readRow } from "#lib/core/read-rows";
import { readFromReplica } from "#lib/core/reading";
import { shareResult } from "#lib/core/share-result";

/** When it was clear that an attempt had no clear response, or which one it had. */
const attemptEndedAt = (a: SQL) => sql`coalesce(${a}.answered_at, ${a}.answer_by, ${a}.claimed_at)`;

/**
 * When a purchase `p` that failed or was cancelled had failed: at the supplier's response, or when the wait
 * for it ended; at its deadline; at the moment of the refund where its buyer cancelled it.
 */
export const failureKnownAt = (p: SQL): SQL => sql`
  case ${p}.settled_by
    when 'cancelled' then ${p}.settled_at
    when 'deadline' then least(${p}.deadline_at, ${p}.settled_at)
    else coalesce(
      (
        select ${attemptEndedAt(sql`a`)}
        from attempts a
        where a.purchase_id = ${p}.id
        order by a.id desc
        limit 1
      ),
      ${p}.settled_at
    )
  end`;

/** Times in seconds. */
export type TimeShares = NonNullable<z.output<typeof TimeShares>>;

const TimeShares = z
  .object({
    count: int,
    median: z.number().nullable(),
    p99: z.number().nullable(),
    /** The share within the time that regulators ask for, from 0 to 1. */
    inTime: z.number(),
  })
  .transform(({ median, p99, ...shares }) =>
    shares.count < MIN_SAMPLES || median === null || p99 === null ? null : { ...shares, median, p99 },
  );

/** Times of the purchases that ended within some days; null with too few of them. */
export interface SettlementTimes {
  days: number;
  /** From a failure to the refund, without purchases that were unclear before. */
  refund: TimeShares | null;
  /** From an unclear response to the decision. */
  decision: TimeShares | null;
  /** The purchases that are undecided now, and the seconds since the first of them was unclear. */
  undecided: { count: number; oldest: number | null };
}

/** The times that regulators ask for, in seconds. */
export const MAX_REFUND_S = 30;
export const MAX_DECISION_S = 24 * 3_600;

/** Fewer would say too little. */
const MIN_SAMPLES = 5;
const CACHE_MS = 5 * 60_000;

const readShared = shareResult(CACHE_MS, (ctx: Ctx, days: number) => measureSettlementTimes(ctx, { days }));

/**
 * Returns how fast failed purchases were refunded and unclear ones decided, at most five minutes old. For
 * everyone.
 */
export const getSettlementTimes = (ctx: Ctx, { days }: { days: 1 | 30 }): Promise<SettlementTimes> =>
  readShared(ctx, days);

const Undecided = z.object({ count: int, oldest: z.number().nullable() });

/** Measures the same now. For everyone. */
export async function measureSettlementTimes(ctx: Ctx, { days = 30 } = {}): Promise<SettlementTimes> {
  const { value } = await readFromReplica(ctx, async ({ db }) => {
    const refund = await readRow(db, TimeShares)`${buildRefundShares(days)}`;
    const decision = await readRow(db, TimeShares)`${buildDecisionShares(days)}`;
    const undecided = await readRow(db, Undecided)`
      select count(*) as count, extract(epoch from now() - min(${attemptEndedAt(sql`a`)}))::float8 as oldest
      from purchases p
      join attempts a on a.purchase_id = p.id and a.result = 'unconfirmed'
      where p.state = 'unconfirmed'`;
    return { days, refund, decision, undecided };
  });
  return value;
}

const sinceDays = (days: number) => sql`now() - make_interval(days => ${days})`;

/** A purchase is sent, or cancelled at its deadline, within two days. */
const buildRefundShares = (days: number): SQL =>
  buildShares(
    MAX_REFUND_S,
    sql`
      select extract(epoch from p.settled_at - ${failureKnownAt(sql`p`)}) as took
      from purchases p
      where p.ending in ('failed', 'cancelled')
        and p.settled_by <> 'cancelled'
        and p.settled_at > ${sinceDays(days)}
        and p.id >= coalesce((
          select id from purchases where placed_at > ${sinceDays(days + 2)} order by placed_at limit 1), 0)
        and not exists (
          select from attempts u where u.purchase_id = p.id and u.result = 'unconfirmed')`,
  );

const buildDecisionShares = (days: number): SQL =>
  buildShares(
    MAX_DECISION_S,
    sql`
      select extract(epoch from p.settled_at - ${attemptEndedAt(sql`a`)}) as took
      from attempts a
      join purchases p on p.id = a.purchase_id
      where a.result = 'unconfirmed'
        and a.claimed_at > ${sinceDays(days)}
        and p.settled_at is not null`,
  );

const buildShares = (maxSeconds: number, took: SQL): SQL => sql`
  select count(*) as count,
    percentile_cont(0.5) within group (order by took)::float8 as median,
    percentile_cont(0.99) within group (order by took)::float8 as p99,
    coalesce(avg((took <= ${maxSeconds})::int), 0)::float8 as in_time
  from (select greatest(0, took)::float8 as took from (${took}) measured) t`;
