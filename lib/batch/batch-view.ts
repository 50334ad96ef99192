import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { createPlanMatcher } from "#lib/catalogue/plan-matcher";
import type { PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { isProcessing } from "#lib/core/purchase-state";
import { int, minor, readRow, readRows, textOf } from "#lib/core/read-rows";
import { getBalance } from "#lib/ledger/wallet";
import { getQueueEstimate, readSlotGap } from "#lib/purchase/queue/queue";
import { findReading } from "#lib/spreadsheet/read-lists";
import type { Reading } from "#lib/spreadsheet/reading";
import type { BatchRowProblem } from "./check-batch-rows.ts";
import { buildLikelyNetwork } from "./likely-network.ts";
import { type Batch, recheckBatch } from "./own-batch.ts";

/** The states of a row: queued, processing, the result of its purchase, or not bought. */
export const BATCH_ROW_STATUSES = [
  "waiting",
  "open",
  "successful",
  "unconfirmed",
  "failed",
  "cancelled",
  "reversed",
  "left",
] as const;
export type BatchRowStatus = (typeof BATCH_ROW_STATUSES)[number];

/** The status of a row `p` whose purchase is `b`. */
export const batchRowStatus = sql<BatchRowStatus>`(case
  when p.state <> 'placed' then p.state
  when b.ending = 'cancelled' then 'cancelled'
  when ${isProcessing(sql`b.state`)} then 'open'
  else b.state
end)`;

/** A batch as its owner sees it. Money in minor units. */
export interface BatchView
  extends Pick<Batch, "id" | "fileName" | "state" | "pause" | "createdAt" | "startedAt"> {
  /** The name of the helper who made it; null for the reseller's own. */
  madeBy: string | null;
  rows: number;
  /** Whether no row is queued or processing; purchases may still be unconfirmed. */
  over: boolean;
  counts: Record<BatchRowStatus, number>;
  /** The cost of all bought and queued rows, without refunded ones. */
  total: Minor;
  /** The delivered rows with a selling price, and the profit on them. */
  kept: { count: number; profit: Minor };
}

export interface BatchDetail extends BatchView {
  /** The reading of its list; null without one, or where its columns can no longer be chosen. */
  reading: Reading | null;
  /** Changes when a price or a problem of a row changes. */
  version: number;
  wallet: Minor;
  /** Rows without a problem, their cost, and the price of the cheapest. */
  right: { count: number; total: Minor; cheapest: Minor; repriced: number };
  /** Of those, the rows of a draft whose numbers look like another network's than their plans. */
  otherNetwork: number;
  /** Of those, the rows with a selling price, what customers pay for them, and the profit. */
  earns: { count: number; sellingPrice: Minor; profit: Minor };
  problems: { problem: BatchRowProblem; count: number }[];
  /**
   * Plan texts of valid numbers that match no plan, or several, with the likely network of the numbers: the
   * number of rows with them, and the candidates of that network. Texts with the same candidates are one.
   */
  unclear: {
    texts: string[];
    networkId: number | null;
    problem: BatchRowProblem;
    count: number;
    candidates: PlanView[];
  }[];
  /** Seconds from one row to the next at the upstream's pace, without others' purchases in between. */
  secondsPerRow: number;
  /** When the last row should be sent, by the queue; null when no row is queued or sending is paused. */
  endsAt: Date | null;
}

const StatusGroup = z.object({
  ...{ batchId: int, status: textOf<BatchRowStatus>(), count: int, total: minor },
  /** The rows with a selling price, and the profit on them. */
  sold: int,
  profit: minor,
});
type StatusGroup = z.output<typeof StatusGroup>;

/**
 * Reads a batch of the actor, after checking again rows that need confirmation.
 * @throws not_found for another's.
 */
export async function getBatch(ctx: Ctx, input: { id: number }): Promise<BatchDetail> {
  const batch = await recheckBatch(ctx, input);
  const [names, groups, { wallet }, problems, endsAt, secondsPerRow, unclear, reading, otherNetwork] =
    await Promise.all([
      readMakerNames(ctx, [batch]),
      readStatusGroups(ctx, [batch.id]),
      getBalance(ctx),
      readProblems(ctx, batch.id),
      estimateEnd(ctx, batch),
      readSlotGap(ctx),
      batch.state === "draft" ? readUnclearPlans(ctx, batch.id) : [],
      batch.state === "draft" ? findReading(ctx, batch.key) : null,
      batch.state === "draft" ? countOtherNetwork(ctx, batch.id) : 0,
    ]);
  const right = problems.find(({ problem }) => problem === null);
  return {
    ...toBatchView(batch, groups, names),
    reading,
    version: batch.version,
    wallet,
    right: {
      count: right?.count ?? 0,
      total: right?.total ?? 0n,
      cheapest: right?.cheapest ?? 0n,
      repriced: right?.repriced ?? 0,
    },
    otherNetwork,
    earns: {
      count: right?.sold ?? 0,
      sellingPrice: right?.sellingPrice ?? 0n,
      profit: right?.profit ?? 0n,
    },
    problems: problems.flatMap(({ problem, count }) => (problem ? [{ problem, count }] : [])),
    unclear,
    secondsPerRow,
    endsAt,
  };
}

export async function listBatchViews(ctx: Ctx, batches: readonly Batch[]): Promise<BatchView[]> {
  requireReseller(ctx, "batches");
  const ids = batches.map(({ id }) => id);
  const [names, groups] = await Promise.all([readMakerNames(ctx, batches), readStatusGroups(ctx, ids)]);
  return batches.map((batch) => toBatchView(batch, groups, names));
}

/** Reads the names of the helpers who made the batches, by id. */
async function readMakerNames(ctx: Ctx, batches: readonly Batch[]): Promise<Map<number, string>> {
  const ids = new Set(batches.flatMap(({ helperId }) => helperId ?? []));
  if (ids.size === 0) return new Map();
  const rows = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toBatchView(
  batch: Batch,
  groups: readonly StatusGroup[],
  names: ReadonlyMap<number, string>,
): BatchView {
  const { id, fileName, state, pause, createdAt, startedAt } = batch;
  const batchGroups = groups.filter((group) => group.batchId === id);
  const countRows = (status: BatchRowStatus) =>
    batchGroups.find((group) => group.status === status)?.count ?? 0;
  const counts = Object.fromEntries(
    BATCH_ROW_STATUSES.map((status) => [status, countRows(status)]),
  ) as BatchView["counts"];
  const delivered = batchGroups.find(({ status }) => status === "successful");
  const paid = batchGroups.filter(({ status }) =>
    ["waiting", "open", "successful", "unconfirmed"].includes(status),
  );
  return {
    id,
    fileName,
    state,
    pause,
    createdAt,
    startedAt,
    madeBy: names.get(batch.helperId ?? 0) ?? null,
    counts,
    rows: batchGroups.reduce((sum, { count }) => sum + count, 0),
    over: state !== "draft" && counts.waiting === 0 && counts.open === 0,
    total: paid.reduce((sum, { total }) => sum + total, 0n),
    kept: { count: delivered?.sold ?? 0, profit: delivered?.profit ?? 0n },
  };
}

const readStatusGroups = (ctx: Ctx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : readRows(ctx.db, StatusGroup)`
      select
        p.batch_id, ${batchRowStatus} as status, count(*)::integer as count,
        coalesce(sum(coalesce(b.price, p.price)) filter (where p.problem is null), 0) as total,
        count(b.selling_price)::integer as sold, coalesce(sum(b.selling_price - b.price), 0) as profit
      from batch_rows p
      left join purchases b on b.id = p.purchase_id
      where p.batch_id in ${ids}
      group by 1, 2`;

const ProblemRow = z.object({
  problem: textOf<BatchRowProblem>().nullable(),
  count: int,
  total: minor,
  cheapest: minor,
  repriced: int,
  sold: int,
  sellingPrice: minor,
  profit: minor,
});

const readProblems = (ctx: Ctx, id: number) =>
  readRows(ctx.db, ProblemRow)`
    select
      problem, count(*)::integer as count, coalesce(sum(price), 0) as total,
      coalesce(min(price), 0) as cheapest, count(previous_price)::integer as repriced,
      count(selling_price)::integer as sold, coalesce(sum(selling_price), 0) as selling_price,
      coalesce(sum(selling_price - price), 0) as profit
    from batch_rows
    where batch_id = ${id} and state = 'waiting'
    group by problem
    order by count desc`;

/** Plan texts to clarify at once. */
export const MAX_UNCLEAR = 20;

async function readUnclearPlans(ctx: Ctx, id: number): Promise<BatchDetail["unclear"]> {
  const [matchPlan, likelyNetwork] = await Promise.all([createPlanMatcher(ctx), buildLikelyNetwork(ctx)]);
  const rows = await readRows(ctx.db, z.object({ plan: z.string(), network: int.nullable(), count: int }))`
    select plan, ${likelyNetwork(sql`phone`)} as network, count(*)::integer as count
    from batch_rows
    where batch_id = ${id} and plan_id is null and phone is not null
    group by 1, 2
    order by count desc, plan, network
    limit ${MAX_UNCLEAR}`;
  const groups = new Map<string, BatchDetail["unclear"][number]>();
  for (const { plan, network, count } of rows) {
    const match = matchPlan(plan, network ?? undefined);
    if (!("problem" in match)) continue;
    const choice = match.candidates.map((candidate) => candidate.id).join() || plan;
    const key = `${network} ${match.problem} ${choice}`;
    const group = groups.get(key) ?? { texts: [], networkId: network, count: 0, ...match };
    groups.set(key, { ...group, texts: [...group.texts, plan], count: group.count + count });
  }
  return [...groups.values()];
}

async function countOtherNetwork(ctx: Ctx, id: number): Promise<number> {
  const [likelyNetwork, { plans }, used] = await Promise.all([
    buildLikelyNetwork(ctx),
    getCatalogue(ctx),
    readRows(ctx.db, z.object({ planId: int }))`
      select distinct plan_id from batch_rows where batch_id = ${id} and plan_id is not null`,
  ]);
  const networks = used.flatMap(({ planId }) => {
    const plan = plans.get(planId);
    return plan ? [{ plan_id: planId, network_id: plan.networkId }] : [];
  });
  const { count } = await readRow(ctx.db, z.object({ count: int }))`
    select count(*)::integer as count
    from batch_rows r
    join jsonb_to_recordset(${JSON.stringify(networks)}::text::jsonb) as n (plan_id integer, network_id integer)
      using (plan_id)
    where r.batch_id = ${id} and r.problem is null and ${likelyNetwork(sql`r.phone`)} <> n.network_id`;
  return count;
}

async function estimateEnd(ctx: Ctx, { id, state, pause }: Batch): Promise<Date | null> {
  if (state !== "running" || pause !== null) return null;
  const last = await readRow(ctx.db, z.object({ id: int.nullable(), waiting: int }))`
    select (select max(id) from purchases where batch_id = ${id} and state = 'queued') as id,
      (select count(*) from batch_rows where batch_id = ${id} and state = 'waiting')::integer as waiting`;
  if (!last.id && !last.waiting) return null;
  const queue = last.id ? await getQueueEstimate(ctx, last.id) : null;
  if (queue?.paused) return null;
  const from = queue?.expectedAt.getTime() ?? Date.now();
  return new Date(from + last.waiting * (await readSlotGap(ctx)) * 1000);
}
