import { seededGenerator } from "#sandbox/random";
import { runBackups } from "./backups.ts";
import { buyOnce, type ChaosBuyer, type RecordedReply, readPrices } from "./buyer.ts";
import type { Crowd } from "./crowd.ts";
import type { Call } from "./history.ts";
import type { PriceReading, PriceTurn } from "./judge-prices.ts";
import { type ChaosSystem, type Killed, killAll } from "./kill-all.ts";
import { type PriceRise, raisePrices } from "./raise-prices.ts";
import { runAdvances } from "./run-advances.ts";
import { runBatches } from "./run-batches.ts";
import { runOutages } from "./run-outages.ts";

/** The deeds of a run until its last kill. */
export interface Life {
  people: ChaosBuyer[];
  answers: RecordedReply[];
  calls: Call[];
  readings: PriceReading[];
  turns: PriceTurn[];
  rises: PriceRise[];
  killed: Killed;
  /** The number of batches that were started. */
  batches: number;
  backups: { made: number; failed: number };
}

/** Has people buy, prices change and networks fail until so many processes were killed. */
export async function liveThroughKills(
  chaos: ChaosSystem,
  { buyers, batchResellers, offers }: Crowd,
  { kills, seed }: { kills: number; seed: number },
): Promise<Life> {
  const { system, world, portals, controls } = chaos;
  const records: Pick<Life, "answers" | "calls" | "readings"> = { answers: [], calls: [], readings: [] };
  const turns: PriceTurn[] = [];
  let killing = true;
  const going = () => killing;
  const people = buyers.map((buyer, n): ChaosBuyer => {
    const random = seededGenerator(seed + n + 1);
    return { ...buyer, ...records, offers, portals: portals.urls, random };
  });
  const buying = people.map(async (buyer) => {
    for (let n = 1; killing; n++) {
      await buyOnce(buyer, n);
      await readPrices(buyer);
    }
  });
  const plans = offers.map(({ planId }) => planId);
  const networks = [...new Set(offers.map(({ networkId }) => networkId))];
  const prices = raisePrices(
    system,
    world.sandbox.control,
    plans,
    seededGenerator(seed + 1_000),
    going,
    turns,
  );
  const batches = batchResellers.map((id, n) =>
    runBatches(system, id, plans, seededGenerator(seed + 2_000 + n), going),
  );
  const advances = runAdvances(system, seededGenerator(seed + 3_000), going);
  const outages = runOutages(controls, networks, seededGenerator(seed + 5_000), going);
  const backing = runBackups(going);
  const killed = await killAll(chaos, kills, seededGenerator(seed));
  killing = false;
  const [rises, backups] = await Promise.all([prices, backing, advances, outages]);
  const [started] = await Promise.all([Promise.all(batches), Promise.all(buying)]);
  const batchCount = started.reduce((sum, count) => sum + count, 0);
  return { people, ...records, turns, rises, killed, batches: batchCount, backups };
}
