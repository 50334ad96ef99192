import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { minor, readRow, readRows } from "#lib/core/read-rows";
import type { Supplier } from "#lib/supplier/supplier";
import {
  buildEvidence,
  type EvidenceBounds,
  getEvidenceBounds,
  getRefundDeadline,
} from "./build-evidence.ts";
import { type Checkpoint, listOpenPurchaseIds } from "./chain/checkpoint.ts";
import type { Evidence, KnownMove, Span } from "./chain/evidence.ts";
import { getLastCheckpoint, MAX_LOOKBACK_S, rewindChain } from "./chain-checkpoints.ts";
import { type AttemptResponse, isAttemptAt, readResponses } from "./read-responses.ts";
import type { ReconcileSettings } from "./reconcile-settings.ts";

/** No response is awaited for longer than this: the largest time limit of a supplier. */
const MAX_SEND_MS = 600_000;
/** A response that arrives after its sender was given up arrives within this. */
const MAX_RESPONSE_DELAY = sql`interval '1 hour'`;
/** New responses that a run takes into account, about; the next run continues. */
const BATCH_SIZE = 500;

export interface EvidenceWindow {
  evidence: Evidence;
  responses: AttemptResponse[];
  mark: Checkpoint | undefined;
  /** Attempts claimed from here on are not, or not all, taken into account. */
  at: number;
  /** Responses up to here were taken into account. */
  asOf: number;
  /** There are more responses than this run takes into account, and it gets further than the one before. */
  more: boolean;
}

const toEpochMs = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::float8`;
const toTimestamp = (instant: number) => sql`to_timestamp(${instant / 1000}::float8)`;

export type ChainSupplier = Pick<Supplier, "id" | "timeoutMs"> & { name?: string };

/**
 * Reads the evidence since the last run or, the first time, since the earliest open attempt. The
 * result of an attempt claimed within an unclear span is known only with what ended that span, so
 * this reads on until then.
 */
export async function readEvidence(
  ctx: Ctx,
  supplier: ChainSupplier,
  settings: ReconcileSettings,
): Promise<EvidenceWindow> {
  const last = await getLastCheckpoint(ctx, supplier.id);
  const mark = last?.mark;
  const since = mark ? Math.max(mark.from, mark.base.from) : await getWindowStart(ctx, supplier, settings);
  for (let most = BATCH_SIZE; ; most *= 2) {
    const read = await readWindow(ctx, supplier, settings, { mark, since, most });
    if (!read.more || !last || new Date(read.at) > last.at) return read;
  }
}

async function readWindow(
  ctx: Ctx,
  supplier: ChainSupplier,
  settings: ReconcileSettings,
  { mark, since, most }: { mark: Checkpoint | undefined; since: number; most: number },
): Promise<EvidenceWindow> {
  const { asOf, more } = await getWindowEnd(ctx, supplier, settings, { since, most });
  const back = settings.refundSeconds * 1000 + MAX_SEND_MS;
  const until = more ? asOf : Number.POSITIVE_INFINITY;
  const responses = await readResponses(ctx, {
    supplierId: supplier.id,
    since,
    until,
    back,
    also: mark ? listOpenPurchaseIds(mark) : [],
  });
  const adjustments = await readAdjustments(ctx, supplier, since);
  const evidence = buildEvidence(responses, adjustments, {
    since,
    asOf,
    bounds: getEvidenceBounds(settings, supplier),
  });
  const fogs = [...evidence.fogs, ...(await readCuts(ctx, supplier, since))];
  const at = fogs.reduce((least, { from, to }) => (to > asOf ? Math.min(least, from) : least), asOf);
  return { evidence: { ...evidence, fogs }, responses, mark, at, asOf, more };
}

/**
 * Rewinds the chain to the first purchase whose response arrived after
 * the chain had passed it, or to a cut recorded since.
 */
export async function rewindForLateFacts(ctx: Ctx, { id }: ChainSupplier): Promise<void> {
  const last = await getLastCheckpoint(ctx, id);
  if (!last) return;
  const [late] = await readRows(ctx.db, z.object({ claimedMs: z.number() }))`
    select ${toEpochMs(sql`min(claimed_at)`)} as claimed_ms from attempts a
    where ${isAttemptAt(id)} and claimed_at >= ${toTimestamp(last.at.getTime())} - ${MAX_RESPONSE_DELAY}
      and claimed_at < ${toTimestamp(last.at.getTime())}
      and answered_at > ${toTimestamp(last.asOf.getTime())}
    having min(claimed_at) is not null
    union all
    select ${toEpochMs(sql`min(earliest)`)} from chain_cuts
    where coalesce(supplier_id, ${id}) = ${id} and recorded_at > ${toTimestamp(last.asOf.getTime())}
      and earliest < ${toTimestamp(last.at.getTime())}
    having min(earliest) is not null
    order by claimed_ms limit 1`;
  if (late) await rewindChain(ctx, new Date(late.claimedMs));
}

/** Up to when responses count, and whether the next run has more to read. */
async function getWindowEnd(
  ctx: Ctx,
  { id }: ChainSupplier,
  { graceSeconds }: ReconcileSettings,
  { since, most }: { since: number; most: number },
) {
  const { end, last } = await readRow(ctx.db, z.object({ end: z.number(), last: z.number().nullable() }))`
    select
      ${toEpochMs(sql`now() - make_interval(secs => ${graceSeconds})`)} as end,
      (
        select ${toEpochMs(sql`claimed_at`)}
        from attempts a
        where ${isAttemptAt(id)} and claimed_at >= ${toTimestamp(since)}
        order by claimed_at
        offset ${most}
        limit 1
      ) as last`;
  return { asOf: Math.min(end, last ?? end), more: last !== null && last < end };
}

/**
 * Where the first walk begins: before the earliest thing that is open, so far back that no other doubtful
 * purchase reaches over the start, and then at the last response that surely came before.
 */
async function getWindowStart(
  ctx: Ctx,
  supplier: ChainSupplier,
  settings: ReconcileSettings,
): Promise<number> {
  const { id } = supplier;
  const { open } = await readRow(ctx.db, z.object({ open: z.number() }))`
    select ${toEpochMs(sql`greatest(now() - make_interval(secs => ${MAX_LOOKBACK_S}), least(
        (select scanned_until from suppliers where id = ${id}),
        (select min(a.claimed_at) from purchases p join attempts a on a.purchase_id = p.id
          where p.state = 'unconfirmed' and a.result = 'unconfirmed' and ${isAttemptAt(id)}),
        (select min(earliest) from discrepancies where closed_at is null and supplier_id = ${id})
      ))`)} as open`;
  const from = findEarliestOverlap(
    await readDoubtfulAttempts(ctx, supplier),
    open,
    getEvidenceBounds(settings, supplier),
  );
  const [last] = await readRows(ctx.db, z.object({ since: z.number() }))`
    select ${toEpochMs(sql`claimed_at`)} as since
    from attempts a
    where ${isAttemptAt(id)} and answered_at < ${toTimestamp(from)} and balance_after is not null
      and claimed_at >= ${toTimestamp(from)} - interval '7 days' and claimed_at < ${toTimestamp(from)}
      and discrepancy is null
    order by claimed_at desc
    limit 1`;
  return last?.since ?? from;
}

/** Goes back from `open` to the claim of a doubtful purchase that reaches over it, while there is one. */
function findEarliestOverlap(
  doubtful: readonly DoubtfulAttempt[],
  open: number,
  bounds: EvidenceBounds,
): number {
  let from = open;
  for (;;) {
    const reaching = doubtful.filter(
      (sent) => sent.claimedAt < from && getRefundDeadline(sent, bounds) >= from,
    );
    if (reaching.length === 0) return from;
    from = Math.min(...reaching.map(({ claimedAt }) => claimedAt));
  }
}

const DoubtfulAttempt = z.object({ claimedAt: z.number(), answeredAt: z.number().nullable() });
type DoubtfulAttempt = z.output<typeof DoubtfulAttempt>;

const readDoubtfulAttempts = (ctx: Ctx, { id }: ChainSupplier): Promise<DoubtfulAttempt[]> =>
  readRows(ctx.db, DoubtfulAttempt)`
    select ${toEpochMs(sql`claimed_at`)} as claimed_at, ${toEpochMs(sql`answered_at`)} as answered_at
    from attempts a
    where ${isAttemptAt(id)} and result = 'unconfirmed'
      and claimed_at >= now() - make_interval(secs => ${MAX_LOOKBACK_S})`;

/**
 * Moves of the balance that were acknowledged although an open purchase may be part of them, and times in
 * which it may have moved by anything (`cutChain`).
 */
const readCuts = (ctx: Ctx, { id }: ChainSupplier, since: number): Promise<Span[]> =>
  readRows(ctx.db, z.object({ from: z.number(), to: z.number() }))`
    select ${toEpochMs(sql`earliest`)} as from, ${toEpochMs(sql`latest`)} as to
    from (
      select earliest, latest from discrepancies where cut and supplier_id = ${id}
      union all
      select earliest, latest from chain_cuts where coalesce(supplier_id, ${id}) = ${id}
    ) cuts
    where latest >= ${toTimestamp(since)}`;

const readAdjustments = (ctx: Ctx, { id }: ChainSupplier, since: number): Promise<KnownMove[]> =>
  readRows(ctx.db, z.object({ amount: minor, from: z.number(), to: z.number() }))`
    select amount, ${toEpochMs(sql`earliest`)} as from, ${toEpochMs(sql`latest`)} as to
    from upstream_adjustments
    where supplier_id = ${id} and latest >= ${toTimestamp(since)}`;
