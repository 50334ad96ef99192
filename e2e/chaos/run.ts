import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { keepBackups, type Rehearsed, rehearseAll } from "./backups.ts";
import { type Answer, buyOne } from "./buyer.ts";
import { judge, type Verdict } from "./judge.ts";
import { openLines } from "./lines.ts";
import { movePrices } from "./move-prices.ts";
import { settlePeople } from "./people.ts";
import { openPortals, type Portals } from "./portals.ts";
import { type Random, seeded } from "./random.ts";
import { settleAll } from "./settle-all.ts";
import { openWorld, type World } from "./world.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    webs: { type: "string", default: "2" },
    workers: { type: "string", default: "2" },
    beside: { type: "string" },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
const LOG = join(tmpdir(), `portal-chaos-${process.pid}.log`);

const world = await openWorld(seed);
const system: Ctx = { actor: { kind: "system", name: "chaos" }, db: database().db };
const { buyers, offers } = await settlePeople(system, 24, 6);
const lines = await openLines(world.databaseUrl, seeded(seed));
const portals = await openPortals(Number(values.webs), Number(values.workers), LOG, {
  through: lines.url,
  beside: values.beside,
});
const started = performance.now();
const answers: Answer[] = [];
let killing = true;

const people = buyers.map((buyer, n) => ({
  ...buyer,
  offers,
  answers,
  portals: portals.urls,
  random: seeded(seed + n + 1),
}));
const buying = people.map(async (buyer) => {
  for (let n = 1; killing; n++) await buyOne(buyer, n);
});
const plans = offers.map(({ planId }) => planId);
const prices = movePrices(system, world.sandbox.control, plans, seeded(seed + 1_000), () => killing);
const backups = keepBackups(() => killing);
const killed = await killAll(seeded(seed), portals, world);
killing = false;
const [rises, kept] = await Promise.all([prices, backups, ...buying]);
await world.sandbox.control.clearFaults();
const doubtful = await settleAll(system, people);
const minutes = (performance.now() - started) / 60_000;
const judged = await judge(system, world.sandbox.control, answers, rises);
const rehearsed = await rehearseAll(system);
await portals.close();
lines.close();
await world.close();
report([...judged, restores(rehearsed), enough()]);

/** Kills a portal, and one time in ten PostgreSQL, at moments that the seed chooses. */
async function killAll(
  random: Random,
  portals: Portals,
  world: World,
): Promise<{ portals: number; databases: number }> {
  const killed = { portals: 0, databases: 0 };
  const busy = new Map<number, Promise<void>>();
  while (killed.portals + killed.databases < kills) {
    await pause(20 + random() * 250);
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

/** Backups that were taken while portals and databases died, and one of the end. */
function restores(backups: readonly Rehearsed[]): Verdict {
  const broken = backups.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));
  return { name: "I15 each backup restores, in order", seen: backups.length, broken };
}

/** A run in which too little happened proves nothing. */
function enough(): Verdict {
  const kinds = ["successful", "pending"] as const;
  const missing = [
    ...kinds
      .filter((kind) => !answers.some(({ told }) => told === kind))
      .map((kind) => `nobody was told ${kind}`),
    ...(answers.some(({ altered }) => altered) ? [] : ["nobody asked for another purchase under a used ref"]),
    ...(lines.lost.cut > 0 && lines.lost.silent > 0 ? [] : ["not both ways to lose a claim came up"]),
    ...(rehearsed.length > 2 ? [] : ["hardly a backup was taken meanwhile"]),
    ...(killed.portals > 0 && killed.databases > 0 ? [] : ["not both portals and databases were killed"]),
  ];
  return { name: "    enough was tried", seen: answers.length, broken: kills < 50 ? [] : missing };
}

function report(verdicts: Verdict[]): void {
  for (const { name, seen, broken } of verdicts) {
    console.log(
      `${broken.length === 0 ? "holds " : "BROKEN"}  ${name.padEnd(38)} ${String(seen).padStart(6)} seen`,
    );
    for (const line of broken.slice(0, 5)) console.log(`          ${line}`);
  }
  const beside = values.beside ? ` --beside ${values.beside}` : "";
  const purchases = verdicts[3]?.seen ?? 0;
  console.log(
    `\n${killed.portals} portals and ${killed.databases} databases killed, ${lines.lost.cut + lines.lost.silent} claims' answers lost, ${purchases} purchases in ${minutes.toFixed(1)} minutes. ` +
      `Of ${doubtful.proven + doubtful.left} without an answer the balance chain settled ${doubtful.proven}.\n` +
      `${kept.made} backups taken meanwhile, ${kept.failed} cut off by a kill; the newest ${rehearsed.length} restored elsewhere: ${rehearsed.map(({ rows }) => rows).join(", ")} rows.\n` +
      `The same choices again: npm run chaos -- --kills ${kills} --seed ${seed} --webs ${values.webs} --workers ${values.workers}${beside}`,
  );
  const failed = verdicts.filter(({ broken }) => broken.length > 0).length;
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
