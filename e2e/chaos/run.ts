import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { seededGenerator } from "#sandbox/random";
import { type RestoreTest, runBackups, testRestores } from "./backups.ts";
import { buyOnce, type RecordedReply, readPrices } from "./buyer.ts";
import { checkInvariants } from "./check-invariants.ts";
import { createCrowd } from "./crowd.ts";
import type { Call } from "./history.ts";
import { addEndpoints, judgeEffects } from "./judge-effects.ts";
import { judgeHistories } from "./judge-histories.ts";
import type { PriceReading, PriceTurn } from "./judge-prices.ts";
import { judgeRows } from "./judge-rows.ts";
import { openLossyConnections } from "./lossy-connections.ts";
import { openPortals, type PortalGroup } from "./portals.ts";
import { raisePrices } from "./raise-prices.ts";
import { endAdvances, runAdvances } from "./run-advances.ts";
import { runBatches } from "./run-batches.ts";
import { countPauses, resumeLines, runOutages } from "./run-outages.ts";
import { judgePromotions, type Promotion, promote } from "./run-promotions.ts";
import { settleAll } from "./settle-all.ts";
import type { Verdict } from "./verdict.ts";
import { addLaterSuppliers, type ChaosWorld, openChaosWorld } from "./world.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    webs: { type: "string", default: "2" },
    workers: { type: "string", default: "2" },
    suppliers: { type: "string", default: "1" },
    beside: { type: "string" },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
const MAX_WAIT_MS = 600_000;
/** The limits that a run has to make felt. */
const DENIALS = ["day", "purchase", "network", "rate"] as const;
const LOG_FILE = join(tmpdir(), `portal-chaos-${process.pid}.log`);

const world = await openChaosWorld(seed, Number(values.suppliers));
const controls = world.sandboxes.map(({ control }) => control);
const [mainControl] = controls as [(typeof controls)[number]];
// The portals keep their bounds; this process gives up no statement because the machine is slow.
const patient = connect(world.databaseUrl, 10, { waitMs: MAX_WAIT_MS });
const system: Ctx = { actor: { kind: "system", name: "chaos" }, db: patient.db };
const { buyers, limits, batchResellers, offers } = await createCrowd(system, 24, 6, 3);
await addLaterSuppliers(system, world.sandboxes);
await addEndpoints(system);
const lines = await openLossyConnections(world.databaseUrl, seededGenerator(seed));
const portals = await openPortals(Number(values.webs), Number(values.workers), LOG_FILE, {
  through: lines.url,
  beside: values.beside,
});
const started = performance.now();
const answers: RecordedReply[] = [];
const calls: Call[] = [];
const readings: PriceReading[] = [];
const turns: PriceTurn[] = [];
const promotions: Promotion[] = [];
let killing = true;

const people = buyers.map((buyer, n) => ({
  ...buyer,
  offers,
  answers,
  calls,
  readings,
  portals: portals.urls,
  random: seededGenerator(seed + n + 1),
}));
const buying = people.map(async (buyer) => {
  for (let n = 1; killing; n++) {
    await buyOnce(buyer, n);
    await readPrices(buyer);
  }
});
const plans = offers.map(({ planId }) => planId);
const prices = raisePrices(system, mainControl, plans, seededGenerator(seed + 1_000), () => killing, turns);
const batches = batchResellers.map((id, n) =>
  runBatches(system, id, plans, seededGenerator(seed + 2_000 + n), () => killing),
);
const advances = runAdvances(system, seededGenerator(seed + 3_000), () => killing);
const networks = [...new Set(offers.map(({ networkId }) => networkId))];
const outages = runOutages(controls, networks, seededGenerator(seed + 5_000), () => killing);
const backups = runBackups(() => killing);
const killed = await killAll(seededGenerator(seed), portals, world);
killing = false;
const [rises, kept] = await Promise.all([prices, backups, advances, outages]);
const begun = await Promise.all([...batches, ...buying]);
const batchCount = begun.reduce<number>((sum, count) => sum + (count ?? 0), 0);
await Promise.all(controls.map((control) => control.clearFaults()));
const pauses = await countPauses(system);
let settling = true;
const resuming = resumeLines(system, () => settling);
const doubtful = await settleAll(system, people, controls.length);
const transactions = (await Promise.all(controls.map((control) => control.transactions()))).flat();
const advanceEnds = await endAdvances(system, transactions, seededGenerator(seed + 4_000));
settling = false;
await resuming;
const minutes = (performance.now() - started) / 60_000;
process.env.BOUNDS_FACTOR = "20";
const judged = await checkInvariants(system, controls, answers, rises);
const effects = await judgeEffects(system);
const rows = await judgeRows(system);
const histories = await judgeHistories(system, { calls, readings, limits, turns, restarts: world.restarts });
const restored = await testRestores(system);
await portals.close();
lines.close();
await patient.close();
await world.close();
printVerdicts([
  ...judged,
  ...rows,
  ...histories,
  effects,
  judgePromotions(promotions),
  judgeRestores(restored),
  judgeVolume(),
]);

/**
 * Kills a portal, and one time in ten PostgreSQL, at moments that the seed chooses. Of several upstreams one is away for a
 * moment now and then.
 */
async function killAll(
  random: () => number,
  portals: PortalGroup,
  world: ChaosWorld,
): Promise<{ portals: number; databases: number }> {
  const killed = { portals: 0, databases: 0 };
  const busy = new Map<number, Promise<void>>();
  while (killed.portals + killed.databases < kills) {
    await pause(20 + random() * 250);
    // After each fourth of the kills another database takes over, the second time with a process that ends.
    if (kills >= 4 && killed.portals + killed.databases >= ((promotions.length + 1) * kills) / 4) {
      await Promise.all(busy.values());
      promotions.push(await promote(system, world, portals, controls, promotions.length === 1));
    }
    if (controls.length > 1 && random() < 0.05)
      await takeAway(controls[Math.floor(random() * controls.length)]);
    // However few there are, the last is the database if none was before.
    if (random() < 0.1 || (killed.databases === 0 && killed.portals === kills - 1)) {
      await world.killDatabase();
      killed.databases += 1;
      continue;
    }
    const index = Math.floor(random() * portals.count);
    if (busy.has(index)) continue;
    busy.set(
      index,
      portals.kill(index).finally(() => busy.delete(index)),
    );
    killed.portals += 1;
    if (busy.size === portals.count) await Promise.race(busy.values());
  }
  await Promise.all(busy.values());
  return killed;
}

/** Cuts an upstream off for a second, with its open requests. */
async function takeAway(control: (typeof controls)[number] | undefined): Promise<void> {
  await control?.down();
  await pause(1_000);
  await control?.up();
}

/** Judges the restores of the backups that were made during the faults, and of one from the end. */
function judgeRestores(backups: readonly RestoreTest[]): Verdict {
  const broken = backups.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));
  return { name: "each backup restores, in order", checked: backups.length, broken };
}

/** Checks that the run had every kind of event that it needs to prove something. */
function judgeVolume(): Verdict {
  const kinds = ["successful", "pending"] as const;
  const missing = [
    ...kinds
      .filter((kind) => !answers.some(({ told }) => told === kind))
      .map((kind) => `nobody was told ${kind}`),
    ...(answers.some(({ altered }) => altered) ? [] : ["nobody asked for another purchase under a used ref"]),
    ...(lines.lost.cut > 0 && lines.lost.silent > 0 ? [] : ["not both ways to lose a claim came up"]),
    ...DENIALS.filter((reason) => reason !== "rate" && !calls.some((call) => call.reason === reason)).map(
      (reason) => `nobody was denied by the limit of the ${reason}`,
    ),
    ...(batchCount > 2 ? [] : ["hardly a batch was started"]),
    ...["closed", "repaid", "waived"]
      .filter((end) => !advanceEnds.includes(end))
      .map((end) => `no advance ended ${end}`),
    ...(pauses.paused > 0 ? [] : ["no plan type was paused"]),
    ...(restored.length > 2 ? [] : ["hardly a backup was taken meanwhile"]),
    ...(promotions.some(({ isDoubtful }) => isDoubtful) && promotions.some(({ isDoubtful }) => !isDoubtful)
      ? []
      : ["not both kinds of takeover came up"]),
    ...(promotions.every(({ queued, overdue }) => queued > 0 && overdue > 0)
      ? []
      : ["nothing was queued at a takeover"]),
    ...(killed.portals > 0 && killed.databases > 0 ? [] : ["not both portals and databases were killed"]),
  ];
  return { name: "enough was tried", checked: answers.length, broken: kills < 50 ? [] : missing };
}

function printVerdicts(verdicts: Verdict[]): void {
  for (const { name, checked, broken } of verdicts) {
    console.log(
      `${broken.length === 0 ? "holds " : "BROKEN"}  ${name.padEnd(38)} ${String(checked).padStart(6)} checked`,
    );
    for (const line of broken.slice(0, 5)) console.log(`          ${line}`);
  }
  const beside = values.beside ? ` --beside ${values.beside}` : "";
  const purchases = verdicts.find(({ name }) => name === "the ledger is balanced")?.checked ?? 0;
  console.log(
    `\n${killed.portals} portals and ${killed.databases} databases killed, ${lines.lost.cut + lines.lost.silent} claims' answers lost, ${purchases} purchases in ${batchCount} batches and otherwise, in ${minutes.toFixed(1)} minutes. ` +
      `Of ${doubtful.proven + doubtful.left} without an answer the balance chain settled ${doubtful.proven}.\n` +
      promotions
        .map(
          ({ isDoubtful, seconds, queued, overdue }) =>
            `Another database took over with ${queued} queued, ${overdue} of them overdue; ${isDoubtful ? "sending stopped" : "it was confirmed"} after ${seconds.toFixed(1)} s.\n`,
        )
        .join("") +
      `Denied: ${DENIALS.map((reason) => `${calls.filter((call) => call.reason === reason).length} by the ${reason}`).join(", ")}.\n` +
      `${pauses.paused} pauses of plan types, ${pauses.tried} ended by a delivery.\n` +
      `${kept.made} backups taken meanwhile, ${kept.failed} cut off by a kill; the newest ${restored.length} restored elsewhere: ${restored.map(({ rows }) => rows).join(", ")} rows.\n` +
      `The same choices again: npm run chaos -- --kills ${kills} --seed ${seed} --webs ${values.webs} --workers ${values.workers} --suppliers ${values.suppliers}${beside}`,
  );
  const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
