import { randomUUID } from "node:crypto";
import { connect } from "#db/client";
import { startBatch } from "#lib/batch/batch";
import { createBatchDraft } from "#lib/batch/batch-draft";
import { getBatch } from "#lib/batch/batch-view";
import { placeBatchRows } from "#lib/batch/testing/place-batch-rows";
import type { Ctx } from "#lib/core/context";
import { formatPhone } from "#lib/core/text/phone";
import { claimPurchase } from "#lib/dispatch/claim-purchase";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import type { Scene } from "#lib/testing/scene";
import { compareRow, maxRow, printTable, type Row, runInterleaved } from "./support/compare.ts";
import { type Market, openMarket } from "./support/market.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatBeside } from "./support/repeat.ts";

const ROW_COUNT = 5_000;
const SINGLE_COUNT = 500;

/**
 * `npm run bench -- bulk [--rounds N]`: the pace of placing the 5,000 rows of a batch, against the same purchases one
 * by one through `place`; the time of another reseller's purchase meanwhile; and the number of slots until it is sent
 * while the whole batch waits. Returns 1 when the batch is not ten times as fast, or another reseller waits for more
 * than one of its rows.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds } = readNumbers(args, { rounds: 3 });
  await using market = await openMarket();
  const [listed, single] = [await createFundedReseller(market), await createFundedReseller(market)];
  const meanwhile: number[] = [];
  const turns: number[] = [];
  const memory: number[] = [];
  const sides = {
    list: async () => {
      const from = process.memoryUsage().rss;
      const { perSecond, waits, peak } = await placeAsBatch(market, listed.ctx, single.ctx);
      meanwhile.push(...waits);
      memory.push(Math.max(0, peak - from) / 1e6);
      turns.push(await countSlotsUntilSent(market, single.ctx));
      await market.clear();
      return perSecond;
    },
    single: async () => {
      const perSecond = await placeSingly(market, listed.ctx);
      await market.clear();
      return perSecond;
    },
  };
  const { list, single: alone } = await runInterleaved(sides, { rounds, warmup: 1 });
  const rows: Row[] = [
    compareRow({ what: "rows placed, against one by one", unit: "a second" }, list, alone, 10),
    maxRow(
      { what: "a list of 5,000 rows placed", unit: "s" },
      list.map((rate) => ROW_COUNT / rate),
      10,
    ),
    maxRow({ what: "memory above idle while it is placed", unit: "MB" }, memory, 50),
    maxRow({ what: "another's purchase placed meanwhile", unit: "ms" }, meanwhile),
    maxRow({ what: "rows sent before another's purchase", unit: "rows" }, turns, 1),
  ];
  return printTable("batch", rows);
}

const createFundedReseller = ({ at }: Market) => at.reseller("affiliate", 100_000_000_000n);

let issuedPhones = 0;
const nextPhone = () => formatPhone(`+234806${String(1_000_000 + (issuedPhones++ % 8_000_000))}`);
const newPurchase = (at: Scene, channel: "web" | "batch") =>
  ({ ...at.offered(), ref: randomUUID(), phone: nextPhone(), channel, again: true }) as const;

/**
 * Measures the rows a second from the confirmation on, and the times of another reseller's purchases meanwhile, in ms.
 */
async function placeAsBatch({ at }: Market, ctx: Ctx, otherCtx: Ctx) {
  const plan = String(at.offered().planId);
  const lines = Array.from({ length: ROW_COUNT }, () => ({ number: nextPhone(), plan, note: "" }));
  const id = await createBatchDraft(ctx, { key: randomUUID(), lines });
  const { version } = await getBatch(ctx, { id });
  await startBatch(ctx, { id, version });
  const waits: number[] = [];
  let peak = 0;
  const buy = async () => {
    const from = performance.now();
    await placePurchase(otherCtx, newPurchase(at, "web"));
    waits.push(performance.now() - from);
    peak = Math.max(peak, process.memoryUsage().rss);
  };
  const perSecond = await repeatBeside(buy, 200, async () => {
    const from = performance.now();
    await placeBatchRows(at.system);
    return (ROW_COUNT * 1000) / (performance.now() - from);
  });
  const { counts } = await getBatch(ctx, { id });
  if (counts.open !== ROW_COUNT) throw new Error(`${counts.open} of ${ROW_COUNT} rows were placed.`);
  return { perSecond, waits, peak };
}

async function placeSingly({ at }: Market, ctx: Ctx): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < SINGLE_COUNT; n++) await placePurchase(ctx, newPurchase(at, "batch"));
  return (SINGLE_COUNT * 1000) / (performance.now() - from);
}

/** Counts the purchases that are sent before one that is placed while a whole batch waits. */
async function countSlotsUntilSent({ at, sql: own }: Market, ctx: Ctx): Promise<number> {
  await own`update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'queued' and channel = 'web'`;
  const line = connect(at.url, 1);
  try {
    const sender = { ...at.system, db: line.db };
    const { ident } = (await placePurchase(ctx, newPurchase(at, "web"))).purchase;
    for (let before = 0; before < 20; ) {
      const claimed = await claimPurchase(sender, "bench", getMainSupplier());
      if (claimed?.ident === ident) return before;
      if (claimed) before += 1;
    }
    return Number.POSITIVE_INFINITY;
  } finally {
    await line.close();
    await own`update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'sending'`;
  }
}
