import { sql } from "drizzle-orm";
import type { PlanView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { balance } from "#lib/ledger/wallet";
import { slotGap } from "#lib/purchase/send/claim";
import { queueOf } from "#lib/purchase/send/queue";
import { type Problem, planReader } from "./check-rows.ts";
import { lookAgain, type Run } from "./own-run.ts";

/** Where a row stands: not placed yet, on its way, as its purchase ended, or not bought. */
export const STATUSES = [
  "waiting",
  "open",
  "successful",
  "unconfirmed",
  "failed",
  "cancelled",
  "reversed",
  "left",
] as const;
export type Status = (typeof STATUSES)[number];

/** Where a row `p` stands, whose purchase is `b`. */
export const statusOf = sql<Status>`(case when p.state <> 'placed' then p.state when b.ending = 'cancelled' then 'cancelled'
  when b.state in ('queued', 'sending') then 'open' else b.state end)`;

/** A list as its owner sees it. Money in minor units. */
export interface RunView
  extends Pick<Run, "id" | "fileName" | "state" | "pause" | "createdAt" | "startedAt"> {
  rows: number;
  /** Nothing of it waits or is on its way any more, though something may not be confirmed yet. */
  over: boolean;
  counts: Record<Status, number>;
  /** What all rows cost that were bought or wait to be, without what came back. */
  total: Minor;
}

/** A list in full. */
export interface RunDetail extends RunView {
  /** Of what may be confirmed. */
  version: number;
  wallet: Minor;
  /** Rows that can be bought as they stand, and what they cost. */
  right: { count: number; total: Minor; repriced: number };
  /** Of those: the rows that say what the customer pays, and what is left of that. */
  earns: { count: number; profit: Minor };
  problems: { problem: Problem; count: number }[];
  /** Words that name no plan, or several: the rows with them, and what they may mean. */
  unclear: { words: string; problem: Problem; count: number; candidates: PlanView[] }[];
  /** How long the upstream's pace is from one row to the next, with nobody else in between, in seconds. */
  secondsPerRow: number;
  /** When the last row should be sent, by what waits now; null when nothing does, or it does not go on. */
  endsAt: Date | null;
}

interface Group extends Record<string, unknown> {
  run_id: string;
  status: Status;
  count: number;
  total: string;
}

/** The acting reseller's list. What may be confirmed is looked at once more. @throws not_found for anybody else's. */
export async function getRun(ctx: Ctx, input: { id: number }): Promise<RunDetail> {
  const run = await lookAgain(ctx, input);
  const [groups, { wallet }, problems, endsAt, unclear] = await Promise.all([
    groupsOf(ctx, [run.id]),
    balance(ctx),
    problemsOf(ctx, run.id),
    endOf(ctx, run),
    run.state === "draft" ? unclearOf(ctx, run.id) : [],
  ]);
  const right = problems.find(({ problem }) => problem === null);
  return {
    ...viewOf(run, groups),
    version: run.version,
    wallet,
    right: { count: right?.count ?? 0, total: BigInt(right?.total ?? 0), repriced: right?.repriced ?? 0 },
    earns: { count: right?.sold ?? 0, profit: BigInt(right?.profit ?? 0) },
    problems: problems.flatMap(({ problem, count }) => (problem ? [{ problem, count }] : [])),
    unclear,
    secondsPerRow: slotGap(),
    endsAt,
  };
}

/** The acting reseller's lists of these numbers, as views. */
export async function viewsOf(ctx: Ctx, runs: readonly Run[]): Promise<RunView[]> {
  requireReseller(ctx);
  const groups = await groupsOf(
    ctx,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => viewOf(run, groups));
}

function viewOf(run: Run, groups: readonly Group[]): RunView {
  const { id, fileName, state, pause, createdAt, startedAt } = run;
  const own = groups.filter((group) => Number(group.run_id) === id);
  const of = (status: Status) => own.find((group) => group.status === status)?.count ?? 0;
  const counts = Object.fromEntries(STATUSES.map((status) => [status, of(status)])) as RunView["counts"];
  const paid = own.filter(({ status }) => ["waiting", "open", "successful", "unconfirmed"].includes(status));
  return {
    ...{ id, fileName, state, pause, createdAt, startedAt, counts },
    rows: own.reduce((sum, { count }) => sum + count, 0),
    over: state !== "draft" && counts.waiting === 0 && counts.open === 0,
    total: paid.reduce((sum, { total }) => sum + BigInt(total), 0n),
  };
}

const groupsOf = (ctx: Ctx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.db.execute<Group>(sql`
      select p.run_id, ${statusOf} as status, count(*)::integer as count, coalesce(sum(coalesce(b.price, p.price)) filter (where p.problem is null), 0) as total
      from bulk_rows p left join purchases b on b.id = p.purchase_id where p.run_id in ${ids} group by 1, 2`);

interface ProblemRow
  extends Record<"total" | "profit", string>,
    Record<"count" | "repriced" | "sold", number> {
  [column: string]: unknown;
  problem: Problem | null;
}

const problemsOf = (ctx: Ctx, id: number) =>
  ctx.db.execute<ProblemRow>(sql`
    select problem, count(*)::integer as count, coalesce(sum(price), 0) as total, count(price_was)::integer as repriced,
      count(retail)::integer as sold, coalesce(sum(retail - price), 0) as profit
    from bulk_rows where run_id = ${id} and state = 'waiting' group by problem order by count desc`);

/** The most words that are asked about at once. */
const MOST_UNCLEAR = 20;

async function unclearOf(ctx: Ctx, id: number): Promise<RunDetail["unclear"]> {
  const [read, rows] = await Promise.all([
    planReader(ctx),
    ctx.db.execute<{ words: string; count: number }>(sql`
      select plan as words, count(*)::integer as count from bulk_rows
      where run_id = ${id} and plan_id is null group by plan order by count desc, plan limit ${MOST_UNCLEAR}`),
  ]);
  return rows.flatMap(({ words, count }) => {
    const meaning = read(words);
    return "problem" in meaning ? [{ words, count, ...meaning }] : [];
  });
}

async function endOf(ctx: Ctx, { id, state, pause }: Run): Promise<Date | null> {
  if (state !== "running" || pause !== null) return null;
  const [last] = await ctx.db.execute<{ id: string | null; waiting: number }>(sql`
    select (select max(id) from purchases where run_id = ${id} and state = 'queued') as id,
      (select count(*) from bulk_rows where run_id = ${id} and state = 'waiting')::integer as waiting`);
  if (!last?.id && !last?.waiting) return null;
  const queue = last.id ? await queueOf(ctx, Number(last.id)) : null;
  if (queue?.paused) return null;
  const from = queue?.expectedAt.getTime() ?? Date.now();
  return new Date(from + last.waiting * slotGap() * 1000);
}
