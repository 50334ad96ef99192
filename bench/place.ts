import { parseArgs } from "node:util";
import type { Db } from "../lib/core/context.ts";
import { type Placed, place } from "../lib/purchase/place/place.ts";
import { against, atMost, interleave, type Row, report } from "./support/compare.ts";
import { acting, type Channel, type Market, openMarket } from "./support/market.ts";
import { pgbench, scriptOf, sentBy } from "./support/pgbench.ts";

const CLIENTS = 16;
const ASKED = 0.7;

/**
 * `npm run bench -- place [--rounds N] [--seconds S]`: purchases placed a second through `place`, by many resellers at
 * once and by one caller alone, against pgbench that sends the very same statements, prepared, as the driver told them
 * when `place` ran. Programs (`api`) place in one statement; people (`web`) lock first, so that they can be asked whether
 * they mean a second one. Returns 1 when programs' purchases are not taken at 0.7 of pgbench's pace.
 */
export async function run(args: string[]): Promise<number> {
  const options = {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  } as const;
  const { values } = parseArgs({ args, options });
  const rounds = { rounds: Number(values.rounds), warmup: 1 };
  const seconds = Number(values.seconds);
  const market = await openMarket();
  try {
    const rows: Row[] = [];
    for (const [channel, clients, asked] of [
      ["api", CLIENTS, ASKED],
      ["api", 1, ASKED],
      ["web", CLIENTS, undefined],
    ] as const) {
      const sides = await sidesOf(market, channel, clients, seconds);
      const { portal, bench = [] } = await interleave<string>(sides, rounds);
      if (!portal) throw new Error("Nothing was measured.");
      const who = clients === 1 ? "one alone" : `${clients} clients`;
      const row = { what: `placed, ${channel}, ${who}`, unit: "a second" };
      rows.push(bench.length > 0 ? against(row, portal, bench, asked) : atMost(row, portal));
      if (clients === 1)
        rows.push(atMost({ what: `placing, ${channel}, ${who}`, unit: "ms" }, portal.map(toMs)));
    }
    return report("place", rows);
  } finally {
    await market.close();
  }
}

const toMs = (perSecond: number) => 1000 / perSecond;

async function sidesOf(market: Market, channel: Channel, clients: number, seconds: number) {
  const { at, count, keepQueueShort } = market;
  const script = await scriptFor(market, channel);
  const byPgbench = pgbench(at.url, script.text, script.set);
  /** A side of the comparison, whose count is checked by the rows that it left. */
  const counted = (side: () => Promise<{ done: number; perSecond: number }>) => async () => {
    const before = await count();
    const { done, perSecond } = await keepQueueShort(side);
    const placed = (await count()) - before;
    if (placed !== done) throw new Error(`${done} were answered and ${placed} are there.`);
    return perSecond;
  };
  return {
    portal: counted(() => placeFor(market, channel, clients, seconds)),
    ...(byPgbench && { bench: counted(() => byPgbench(clients, seconds)) }),
  };
}

async function placeFor(market: Market, channel: Channel, clients: number, seconds: number) {
  const from = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - from < seconds * 1000) {
        await placeOne(market, market.at.system.db, channel, Math.floor(Math.random() * 1e6));
        done += 1;
      }
    }),
  );
  return { done, perSecond: (done * 1000) / (performance.now() - from) };
}

async function placeOne({ buyer, input }: Market, db: Db, channel: Channel, n: number): Promise<Placed> {
  const placed = await place(acting(buyer(n, channel), db), input(channel));
  if (placed.replayed || placed.purchase.state !== "queued")
    throw new Error(`${placed.purchase.ident} is not new.`);
  return placed;
}

/** What one placing says to the database, as a script. */
async function scriptFor(market: Market, channel: Channel) {
  const { at, buyer, draw } = market;
  const [one, other] = [buyer(1, channel), buyer(2, channel)];
  const placings: Placed[] = [];
  // The first only fills what is kept in memory.
  await placeOne(market, at.system.db, channel, 0);
  const sentFor = (n: number) =>
    sentBy(at.url, async (db) => placings.push(await placeOne(market, db, channel, n)));
  const sent = [await sentFor(1), await sentFor(2)] as const;
  const [first, second] = placings.map(({ purchase }) => purchase);
  const [prefix, number] = channel === "web" ? ["reseller", ":reseller"] : ["token", ":token"];
  const tokens = [one, other].map((who) => (who.kind === "token" ? who.tokenId : null)) as [number, number];
  const script = scriptOf(...sent, [
    [one.id, other.id, ":reseller"],
    [...tokens, ":token"],
    [`${prefix}:${tokens[0] ?? one.id}`, `${prefix}:${tokens[1] ?? other.id}`, `('${prefix}:' || ${number})`],
    [first?.ref, second?.ref, ":ref"],
    [first?.ident, second?.ident, ":ident"],
    [first?.phoneE164, second?.phoneE164, "('+' || :phone)"],
  ]);
  return { text: draw + script.statements, set: script.set };
}
