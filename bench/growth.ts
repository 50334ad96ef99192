import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { startTestServer } from "#db/testing/server";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { getResellerHome } from "#lib/home/reseller-home";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { aggregateDays } from "#lib/sales/aggregate-days";
import { asReseller } from "#lib/testing/scene";
import { openBenchScene } from "./support/bench-system.ts";
import { printTable, type Row, runInterleaved, summarise } from "./support/compare.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedHistory } from "./support/seed.ts";

/** Today's bench data, and how many times as much. */
const PURCHASES = 20_000;
const FACTORS = [1, 10, 100];
const BATCH_ROWS = 5_000;
/** By which more data may lengthen a page or a unit of other work: the machine’s own drift. */
const MAX_GROWTH = 1.5;
/** Below this, a time depends on the machine more than on the data. */
const NOISE_MS = 5;

/**
 * `npm run bench -- growth [--purchases N]`: what a portal does with N purchases, 20,000 by default, and with 10 and
 * 100 times as many, half of them one reseller's. Pages and a batch take as long; an export and a day's sums as long
 * for each of their rows.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases } = readNumbers(args, { purchases: PURCHASES });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(await startTestServer());
  const sizes = [];
  for (const factor of FACTORS) sizes.push(cleanup.use(await openSize(purchases * factor)));
  const rows: Row[] = [];
  for (const [what, { unit, rounds }] of Object.entries(WORK)) {
    const sides = Object.fromEntries(sizes.map((size, n) => [String(FACTORS[n]), size.work[what as Work]]));
    const samples = await runInterleaved(sides, { rounds, warmup: 1 });
    const [base = [], ...grown] = FACTORS.map((factor) => samples[String(factor)] ?? []);
    for (const [n, each] of grown.entries())
      rows.push(growthRow({ what: `${what}, ${FACTORS[n + 1]} times the data`, unit }, each, base));
  }
  return printTable("growth", rows);
}

const WORK = {
  home: { unit: "ms", rounds: 21 },
  purchases: { unit: "ms", rounds: 21 },
  "a deep page of them": { unit: "ms", rounds: 21 },
  "a batch of 5,000": { unit: "s", rounds: 3 },
  "a line of the export": { unit: "µs", rounds: 3 },
  "a purchase of a day's sums": { unit: "µs", rounds: 3 },
} as const;
type Work = keyof typeof WORK;

function growthRow(row: Pick<Row, "what" | "unit">, grown: number[], base: number[]): Row {
  const ratio = summarise(grown.map((time, round) => time / (base[round] ?? Number.NaN)));
  const measured = summarise(grown);
  const isNoise = row.unit === "ms" && measured.median <= NOISE_MS;
  const reached = ratio.median <= MAX_GROWTH || isNoise;
  return { ...row, measured, against: summarise(base), ratio, target: `ratio ≤ ${MAX_GROWTH}`, reached };
}

/** A portal's database with so many purchases, and the work of each kind with it. */
async function openSize(purchases: number) {
  const at = await openBenchScene({ CATALOGUE_MAX_AGE_S: "86400", WAITING_PER_RESELLER: "1000000" });
  await seedHistory(at.url, { resellers: 20, purchases, ofFirst: 5 });
  await aggregateDays({ ...at.system, actor: { kind: "system", name: "bench" } });
  const [first] = await at.system.db.execute<{ id: number; count: number }>(
    sql`select reseller_id as id, count(*)::integer as count from purchases group by 1 order by 2 desc limit 1`,
  );
  if (!first) throw new Error("There are no purchases.");
  const ctx = await asReseller(at.system, first.id);
  const buyer = await at.reseller("affiliate", 100_000_000_000n);
  const [middle] = await at.system.db.execute<{ id: number }>(sql`
    select id::integer from purchases where reseller_id = ${first.id} and placed_at > now() - interval '45 days' order by id limit 1`);
  const time = async (unit: number, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    return (performance.now() - from) / unit;
  };
  const work: Record<Work, () => Promise<number>> = {
    home: () => time(1, () => getResellerHome({ ...ctx })),
    purchases: () => time(1, () => readPage(ctx, {})),
    "a deep page of them": () => time(1, () => readPage(ctx, { after: middle?.id })),
    "a batch of 5,000": () => placeBatch(at.system, buyer.ctx, String(at.offered().planId)),
    "a line of the export": () => time(first.count / 1_000, () => exportAll(ctx, first.count)),
    "a purchase of a day's sums": async () => {
      const count = await forgetDay(at.system);
      return time(count / 1_000, () =>
        aggregateDays({ ...at.system, actor: { kind: "system", name: "bench" } }),
      );
    },
  };
  return { work, [Symbol.asyncDispose]: at[Symbol.asyncDispose] };
}

async function readPage(ctx: Ctx, query: object): Promise<void> {
  const { rows } = await ownPurchaseList.page(ctx, query);
  if (rows.length !== 50) throw new Error(`A page has ${rows.length} rows.`);
}

/** Returns the seconds from the confirmation until all rows are placed. */
async function placeBatch(system: Ctx, ctx: Ctx, plan: string): Promise<number> {
  const lines = Array.from({ length: BATCH_ROWS }, (_, n) => ({
    ...{ number: `0806${String(n + Math.floor(Math.random() * 9e6)).padStart(7, "0")}`, plan, note: "" },
  }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const { version } = await getBatch(ctx, { id });
  await startBatch(ctx, { id, version });
  const from = performance.now();
  await placeBatchRows(system);
  const seconds = (performance.now() - from) / 1_000;
  const { counts } = await getBatch(ctx, { id });
  if (counts.open < BATCH_ROWS * 0.99) throw new Error(`${counts.open} of ${BATCH_ROWS} rows were placed.`);
  await system.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'queued'`);
  });
  return seconds;
}

async function exportAll(ctx: Ctx, count: number): Promise<void> {
  let lines = 0;
  for await (const part of await ownPurchaseList.csv(ctx, {})) lines += part.split("\r\n").length - 1;
  if (lines < count) throw new Error(`The file has ${lines} of ${count} lines.`);
}

/** Makes a past day’s sums invalid. @returns the number of its purchases */
async function forgetDay({ db }: Ctx): Promise<number> {
  const day = dayOf(new Date(Date.now() - 10 * 86_400_000));
  await db.execute(sql`update report_days set open = 1 where day = ${day}`);
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count from purchases where (placed_at at time zone ${process.env.TIME_ZONE ?? "Africa/Lagos"})::date = ${day}`);
  return row?.count ?? 0;
}
