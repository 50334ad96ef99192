import type { Db } from "#lib/core/context";
import { type Placement, placePurchase } from "#lib/purchase/place/place-purchase";
import { compareRow, maxRow, printTable, type Row, runInterleaved } from "./support/compare.ts";
import { type BuyerChannel, buyerCtx, type Market, openMarket } from "./support/market.ts";
import { buildScript, captureStatements, createPgbench } from "./support/pgbench.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatForSeconds } from "./support/repeat.ts";

const CLIENT_COUNT = 16;
const MIN_RATIO = 0.7;

/**
 * `npm run bench -- place [--rounds N] [--seconds S]`: purchases placed a second through `place`, by many resellers at
 * once and by one caller alone, against pgbench that sends the same statements, prepared, as captured from the driver
 * when `place` ran. API clients (`api`) place in one statement; web users (`web`) lock first, so that they can be asked
 * to confirm a repetition. Returns 1 when API clients' purchases are below 0.7 of pgbench's pace.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds: count, seconds } = readNumbers(args, { rounds: 5, seconds: 2 });
  const rounds = { rounds: count, warmup: 1 };
  await using market = await openMarket();
  const rows: Row[] = [];
  for (const [channel, clients, asked] of [
    ["api", CLIENT_COUNT, MIN_RATIO],
    ["api", 1, MIN_RATIO],
    ["web", CLIENT_COUNT, undefined],
  ] as const) {
    const sides = await buildSides(market, channel, clients, seconds);
    const { portal, bench = [] } = await runInterleaved<string>(sides, rounds);
    if (!portal) throw new Error("Nothing was measured.");
    const label = clients === 1 ? "one alone" : `${clients} clients`;
    const row = { what: `placed, ${channel}, ${label}`, unit: "a second" };
    rows.push(bench.length > 0 ? compareRow(row, portal, bench, asked) : maxRow(row, portal));
    if (clients === 1)
      rows.push(maxRow({ what: `placing, ${channel}, ${label}`, unit: "ms" }, portal.map(rateToMs)));
  }
  return printTable("place", rows);
}

const rateToMs = (perSecond: number) => 1000 / perSecond;

async function buildSides(market: Market, channel: BuyerChannel, clients: number, seconds: number) {
  const { at, count, keepQueueShort } = market;
  const script = await placingScript(market, channel);
  const byPgbench = createPgbench(at.url, script.text, script.set);
  const placeAny = () => placeFromMarket(market, at.system.db, channel, Math.floor(Math.random() * 1e6));
  /** A side of the comparison, whose count is checked by its rows. */
  const counted = (side: () => Promise<{ done: number; perSecond: number }>) => async () => {
    const before = await count();
    const { done, perSecond } = await keepQueueShort(side);
    const placed = (await count()) - before;
    if (placed !== done) throw new Error(`${done} were answered and ${placed} are there.`);
    return perSecond;
  };
  return {
    portal: counted(() => repeatForSeconds(clients, seconds, placeAny)),
    ...(byPgbench && { bench: counted(() => byPgbench(clients, seconds)) }),
  };
}

async function placeFromMarket(
  { buyer, input }: Market,
  db: Db,
  channel: BuyerChannel,
  n: number,
): Promise<Placement> {
  const placed = await placePurchase(buyerCtx(buyer(n, channel), db), input(channel));
  if (placed.replayed || placed.purchase.state !== "queued")
    throw new Error(`${placed.purchase.ident} is not new.`);
  return placed;
}

async function placingScript(market: Market, channel: BuyerChannel) {
  const { at, buyer, draw } = market;
  const [buyerOne, buyerTwo] = [buyer(1, channel), buyer(2, channel)];
  const placings: Placement[] = [];
  // The first only fills the caches.
  await placeFromMarket(market, at.system.db, channel, 0);
  const sentFor = (n: number) =>
    captureStatements(at.url, async (db) => placings.push(await placeFromMarket(market, db, channel, n)));
  const sent = [await sentFor(1), await sentFor(2)] as const;
  const [first, second] = placings.map(({ purchase }) => purchase);
  const [prefix, number] = channel === "web" ? ["reseller", ":reseller"] : ["token", ":token"];
  const tokens = [buyerOne, buyerTwo].map((actor) => (actor.kind === "token" ? actor.tokenId : null)) as [
    number,
    number,
  ];
  const script = buildScript(...sent, [
    [buyerOne.id, buyerTwo.id, ":reseller"],
    [...tokens, ":token"],
    [
      `${prefix}:${tokens[0] ?? buyerOne.id}`,
      `${prefix}:${tokens[1] ?? buyerTwo.id}`,
      `('${prefix}:' || ${number})`,
    ],
    [first?.ref, second?.ref, ":ref"],
    [first?.ident, second?.ident, ":ident"],
    [first?.phoneE164, second?.phoneE164, "('+' || :phone)"],
  ]);
  return { text: draw + script.statements, set: script.set };
}
