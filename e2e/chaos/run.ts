import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { seededGenerator } from "#sandbox/random";
import { judgeRestores, testRestores } from "./backups.ts";
import { checkInvariants } from "./check-invariants.ts";
import { createCrowd } from "./crowd.ts";
import { addEndpoints, judgeEffects } from "./judge-effects.ts";
import { judgeHistories } from "./judge-histories.ts";
import { judgeRows } from "./judge-rows.ts";
import { judgeVolume } from "./judge-volume.ts";
import { liveThroughKills } from "./live-through-kills.ts";
import { openLossyConnections } from "./lossy-connections.ts";
import { openPortals } from "./portals.ts";
import { printRun } from "./print-run.ts";
import { endAdvances } from "./run-advances.ts";
import { countPauses, resumeLines } from "./run-outages.ts";
import { judgePromotions } from "./run-promotions.ts";
import { settleAll } from "./settle-all.ts";
import { addLaterSuppliers, openChaosWorld } from "./world.ts";

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
const LOG_FILE = join(tmpdir(), `portal-chaos-${process.pid}.log`);

const world = await openChaosWorld(seed, Number(values.suppliers));
const controls = world.sandboxes.map(({ control }) => control);
// The portals keep their bounds; this process gives up no statement because the machine is slow.
const patient = connect(world.databaseUrl, 10, { waitMs: MAX_WAIT_MS });
const system: Ctx = { actor: { kind: "system", name: "chaos" }, db: patient.db };
const crowd = await createCrowd(system, 24, 6, 3);
await addLaterSuppliers(system, world.sandboxes);
await addEndpoints(system);
const { lost, ...lines } = await openLossyConnections(world.databaseUrl, seededGenerator(seed));
const portals = await openPortals(Number(values.webs), Number(values.workers), LOG_FILE, {
  through: lines.url,
  beside: values.beside,
});

const started = performance.now();
const { people, ...life } = await liveThroughKills({ system, world, portals, controls }, crowd, {
  kills,
  seed,
});
await Promise.all(controls.map((control) => control.clearFaults()));
const pauses = await countPauses(system);
let settling = true;
const resuming = resumeLines(system, () => settling);
const doubtful = await settleAll(system, people, controls.length);
const transactions = (await Promise.all(controls.map((control) => control.transactions()))).flat();
const advances = await endAdvances(system, transactions, seededGenerator(seed + 4_000));
settling = false;
await resuming;
const minutes = (performance.now() - started) / 60_000;

process.env.BOUNDS_FACTOR = "20";
const { answers, calls, readings, turns, rises, killed } = life;
const { limits } = crowd;
const invariants = await checkInvariants(system, controls, answers, rises);
const effects = await judgeEffects(system);
const rows = await judgeRows(system);
const histories = await judgeHistories(system, { calls, readings, limits, turns, restarts: world.restarts });
const restores = await testRestores(system);
await portals.close();
lines.close();
await patient.close();
await world.close();

const volume = { ...life, kills, lost, advances, pauses, restores };
const verdicts = [
  ...invariants,
  ...rows,
  ...histories,
  effects,
  judgePromotions(killed.promotions),
  judgeRestores(restores),
  judgeVolume(volume),
];
const beside = values.beside ? ` --beside ${values.beside}` : "";
const command = `npm run chaos -- --kills ${kills} --seed ${seed} --webs ${values.webs} --workers ${values.workers} --suppliers ${values.suppliers}${beside}`;
printRun(verdicts, { ...volume, minutes, doubtful, command });
process.exit(verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0);
