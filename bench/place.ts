import type { Db } from "#lib/core/context";
import { type Placement, placePurchase } from "#lib/purchase/place/place-purchase";
import { compareCostRow, maxRow, printTable, type Row, runInterleaved } from "./support/compare.ts";
import { type BuyerChannel, buyerCtx, type Market, openMarket } from "./support/market.ts";
import { buildScript, captureStatements, createPgbench, type PgbenchResult } from "./support/pgbench.ts";
import { buildListValues, readWalletVersions } from "./support/placing-values.ts";
import { openProcessorClock } from "./support/processor-time.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { repeatForSeconds } from "./support/repeat.ts";

const CLIENT_COUNT = 16;
const MIN_RATIO = 0.5;

/**
 * `npm run bench -- place [--rounds N] [--seconds S]`: processor time of portal and database for a purchase placed
 * through `place`, by many resellers at once and by one caller alone, against that of pgbench and database for the same
 * statements, prepared, one after the other, as captured from the driver when `place` ran; the pace is beside it. One statement
 * reads, another posts; web users (`web`) are asked to confirm a repetition. Returns 1 when the statements alone take
 * less than half of an API client's purchase.
 */
export async function run(args: string[]): Promise<number> {
  const { rounds: count, seconds } = readNumbers(args, { rounds: 5, seconds: 2 });
  const rounds = { rounds: count, warmup: 1 };
  await using market = await openMarket();
  const rows: Row[] = [];
  for (const [channel, clients, asked] of [
    ["api", CLIENT_COUNT, MIN_RATIO],
    ["api", 1, MIN_RATIO],
    ["web", CLIENT_COUNT, 0],
  ] as const) {
    const { sides, paces } = await buildSides(market, channel, clients, seconds);
    const { portal, bench } = await runInterleaved<string>(sides, rounds);
    if (!portal) throw new Error("Nothing was measured.");
    const what = `placed, ${channel}, ${clients === 1 ? "one alone" : `${clients} clients`}`;
    rows.push(
      bench
        ? compareCostRow({ what, unit: "ms" }, portal, bench, asked)
        : maxRow({ what, unit: "ms" }, portal),
      maxRow({ what: `${what}, pace`, unit: "a second" }, paces.slice(-count)),
    );
  }
  return printTable("place", rows);
}

/** Sides that measure the processor time in ms of a purchase, and the portal's pace. Their counts are checked by rows. */
async function buildSides(market: Market, channel: BuyerChannel, clients: number, seconds: number) {
  const { at, count, keepQueueShort, sql } = market;
  const readProcessorMs = await openProcessorClock(sql);
  const script = await placingScript(market, channel);
  const byPgbench = createPgbench(at.url, script.text, script.set);
  const placeAny = () => placeFromMarket(market, at.system.db, channel, Math.floor(Math.random() * 1e6));
  const paces: number[] = [];
  const counted = (side: () => Promise<PgbenchResult>) => async () => {
    const before = await count();
    const { done, spent } = await keepQueueShort(async () => {
      const from = readProcessorMs();
      return { ...(await side()), spent: readProcessorMs() - from };
    });
    const placed = (await count()) - before;
    if (placed !== done) throw new Error(`${done} were answered and ${placed} are there.`);
    return spent / done;
  };
  return {
    sides: {
      portal: counted(async () => {
        const placed = await repeatForSeconds(clients, seconds, placeAny);
        paces.push(placed.perSecond);
        return placed;
      }),
      ...(byPgbench && { bench: counted(() => byPgbench(1, seconds)) }),
    },
    paces,
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
  const { at, buyer, draw, sql } = market;
  const [buyerOne, buyerTwo] = [buyer(1, channel), buyer(2, channel)];
  const placings: Placement[] = [];
  // The first only fills the caches.
  await placeFromMarket(market, at.system.db, channel, 0);
  const sentFor = (n: number) =>
    captureStatements(at.url, async (db) => placings.push(await placeFromMarket(market, db, channel, n)));
  const versions = await readWalletVersions(sql, [buyerOne.id, buyerTwo.id]);
  const sent = [await sentFor(1), await sentFor(2)] as const;
  const [first, second] = placings.map(({ purchase }) => purchase);
  const [prefix, number] = channel === "web" ? ["reseller", ":reseller"] : ["token", ":token"];
  const getTokenId = (actor: typeof buyerOne) => (actor.kind === "token" ? actor.tokenId : undefined);
  const tokens = [getTokenId(buyerOne), getTokenId(buyerTwo)] as const;
  const script = buildScript(...sent, [
    [buyerOne.id, buyerTwo.id, ":reseller"],
    // On the web no token varies, and null stands for other values that are absent.
    ...(tokens[0] === undefined ? [] : [[...tokens, ":token"] as const]),
    [
      `${prefix}:${tokens[0] ?? buyerOne.id}`,
      `${prefix}:${tokens[1] ?? buyerTwo.id}`,
      `('${prefix}:' || ${number})`,
    ],
    [first?.ref, second?.ref, ":ref"],
    [first?.ident, second?.ident, ":ident"],
    [first?.phoneE164, second?.phoneE164, "('+' || :phone)"],
    versions,
    ...buildListValues(sent, first),
  ]);
  return { text: draw + script.statements, set: script.set };
}
