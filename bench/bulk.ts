import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { connect } from "../db/client.ts";
import { makeDraft } from "../lib/bulk/draft.ts";
import { placeRows } from "../lib/bulk/place-rows.ts";
import { beginRun } from "../lib/bulk/run.ts";
import { getRun } from "../lib/bulk/run-view.ts";
import type { Ctx } from "../lib/core/context.ts";
import { groupedPhone } from "../lib/core/phone.ts";
import { place } from "../lib/purchase/place/place.ts";
import { claim } from "../lib/purchase/send/claim.ts";
import { against, atMost, interleave, type Row, report } from "./support/compare.ts";
import { type Market, openMarket } from "./support/market.ts";

const ROWS = 5_000;
const ONE_BY_ONE = 500;

/**
 * `npm run bench -- bulk [--rounds N]`: how fast the 5,000 rows of a list are placed, against the same purchases one by one
 * through `place`; how long another reseller's purchase takes to place meanwhile; and how many slots pass until it is
 * sent while all of the list waits. Returns 1 when the list is not ten times as fast, or anybody waits for more than one
 * of its rows.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { rounds: { type: "string", default: "3" } } });
  const market = await openMarket();
  try {
    const [listed, single] = [await rich(market), await rich(market)];
    const meanwhile: number[] = [];
    const turns: number[] = [];
    const memory: number[] = [];
    const sides = {
      list: async () => {
        const from = process.memoryUsage().rss;
        const { perSecond, waits, peak } = await asList(market, listed.ctx, single.ctx);
        meanwhile.push(...waits);
        memory.push(Math.max(0, peak - from) / 1e6);
        turns.push(await slotsUntilSent(market, single.ctx));
        await market.clear();
        return perSecond;
      },
      single: async () => {
        const perSecond = await oneByOne(market, listed.ctx);
        await market.clear();
        return perSecond;
      },
    };
    const { list, single: alone } = await interleave(sides, { rounds: Number(values.rounds), warmup: 1 });
    const rows: Row[] = [
      against({ what: "rows placed, against one by one", unit: "a second" }, list, alone, 10),
      atMost(
        { what: "a list of 5,000 rows placed", unit: "s" },
        list.map((rate) => ROWS / rate),
        10,
      ),
      atMost({ what: "memory above idle while it is placed", unit: "MB" }, memory, 50),
      atMost({ what: "another's purchase placed meanwhile", unit: "ms" }, meanwhile),
      atMost({ what: "rows sent before another's purchase", unit: "rows" }, turns, 1),
    ];
    return report("bulk", rows);
  } finally {
    await market.close();
  }
}

const rich = ({ at }: Market) => at.reseller("affiliate", 100_000_000_000n);

let drawn = 0;
const phone = () => groupedPhone(`+234806${String(1_000_000 + (drawn++ % 8_000_000))}`);

/** Rows a second from the confirmation on, and how long another's purchases took meanwhile, in ms. */
async function asList({ at }: Market, ctx: Ctx, other: Ctx) {
  const plan = String(at.offered().planId);
  const lines = Array.from({ length: ROWS }, () => ({ number: phone(), plan, note: "" }));
  const id = await makeDraft(ctx, { key: randomUUID(), lines });
  const { version } = await getRun(ctx, { id });
  await beginRun(ctx, { id, version });
  const waits: number[] = [];
  let over = false;
  let peak = 0;
  const buying = (async () => {
    while (!over) {
      const from = performance.now();
      await place(other, { ...at.offered(), ref: randomUUID(), phone: phone(), channel: "web", again: true });
      waits.push(performance.now() - from);
      peak = Math.max(peak, process.memoryUsage().rss);
      await new Promise((done) => setTimeout(done, 200));
    }
  })();
  const from = performance.now();
  await placeRows(at.system);
  const perSecond = (ROWS * 1000) / (performance.now() - from);
  over = true;
  await buying;
  const { counts } = await getRun(ctx, { id });
  if (counts.open !== ROWS) throw new Error(`${counts.open} of ${ROWS} rows were placed.`);
  return { perSecond, waits, peak };
}

async function oneByOne({ at }: Market, ctx: Ctx): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < ONE_BY_ONE; n++)
    await place(ctx, { ...at.offered(), ref: randomUUID(), phone: phone(), channel: "bulk", again: true });
  return (ONE_BY_ONE * 1000) / (performance.now() - from);
}

/** How many of others are sent before a purchase that is placed while all of a list waits. */
async function slotsUntilSent({ at, sql: own }: Market, ctx: Ctx): Promise<number> {
  await own`update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'queued' and channel = 'web'`;
  const line = connect(at.url, 1);
  try {
    const sender = { ...at.system, db: line.db };
    const input = {
      ...at.offered(),
      ref: randomUUID(),
      phone: phone(),
      channel: "web" as const,
      again: true,
    };
    const { ident } = (await place(ctx, input)).purchase;
    for (let before = 0; before < 20; ) {
      const claimed = await claim(sender, "bench");
      if (claimed?.ident === ident) return before;
      if (claimed) before += 1;
    }
    return Number.POSITIVE_INFINITY;
  } finally {
    await line.close();
    await own`update purchases set state = 'successful', settled_at = now(), settled_by = 'bench' where state = 'sending'`;
  }
}
