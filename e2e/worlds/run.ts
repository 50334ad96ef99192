// `npm run prove -- worlds --seed N --days D`: days of a simulated world, repeated exactly by their seed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startWorldServer } from "./make-database.ts";
import { runWorld } from "./run-world.ts";
import type { TableCounts } from "./table.ts";
import { wakeHalted } from "./world/server-process.ts";
import { WORLD_START } from "./world/world.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "3" },
    /** How many worlds, each with the next seed. */
    worlds: { type: "string", default: "1" },
    /** Begins no world later than this. */
    minutes: { type: "string", default: "Infinity" },
    /** Ends with the first world that breaks a promise. */
    "until-red": { type: "boolean", default: false },
    /** A file with the table of earlier worlds, which takes these worlds' too: what never met is preferred. */
    table: { type: "string" },
    /** A file with the table that a world began with, to repeat it. */
    begin: { type: "string" },
    /** Faults and activities that come much more often, with commas: order,payment,dispute. */
    focus: { type: "string", default: "" },
    /** A file that takes each event as a line. */
    trace: { type: "string" },
  },
});
const [first, days, worlds] = [Number(values.seed), Number(values.days), Number(values.worlds)];
const focus = values.focus && ` --focus ${values.focus}`;
const end = performance.now() + Number(values.minutes) * 60_000;
const server = await startWorldServer(WORLD_START);
process.once("SIGTERM", () => process.exit(1)).once("SIGINT", () => process.exit(1));
let passed = 0;
let failed = 0;
let met = readTable(values.begin ?? values.table);
let empty: string[] = [];
/** How much each verdict judged, of all worlds. */
const judged = new Map<string, number>();
try {
  for (let seed = first; seed < first + worlds; seed++) {
    const began = performance.now();
    if (began > end || (values["until-red"] && failed > 0)) break;
    const world = await runWorld(server, {
      seed,
      days,
      trace: values.trace,
      met,
      focus: values.focus.split(",").filter(Boolean),
    });
    const { hash, events, purchases, verdicts } = world;
    empty = world.empty;
    for (const { name, checked } of verdicts) judged.set(name, (judged.get(name) ?? 0) + checked);
    const minutes = (performance.now() - began) / 60_000;
    const broken = verdicts.filter(({ broken }) => broken.length > 0);
    console.log(
      `seed ${seed}: ${days} days, ${events} events, ${purchases} purchases, hash ${hash}, ${(days / minutes).toFixed(1)} days a minute`,
    );
    for (const { name, checked, broken: cases } of broken) {
      console.log(
        `  ✗ ${name}: ${cases.length} of ${checked}\n${cases
          .slice(0, 3)
          .map((each) => `      ${each}\n`)
          .join("")}`,
      );
    }
    if (broken.length === 0) passed += 1;
    else {
      failed += 1;
      console.log(
        `  Repeat it: npm run prove -- worlds --seed ${seed} --days ${days}${focus}${keepTable(seed)}`,
      );
    }
    if (values.table === undefined) continue;
    met = world.met;
    writeTable(values.table);
  }
} finally {
  // A world that failed leaves them.
  wakeHalted();
  await server.close();
}
const idle = [...judged].filter(([, checked]) => checked === 0).map(([name]) => name);
if (idle.length > 0) console.log(`Nothing to judge by: ${idle.join("; ")}`);
console.log(`Faults and what they met:\n${empty.map((line) => `  ${line}`).join("\n")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function readTable(file: string | undefined): TableCounts {
  return file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function writeTable(file: string): void {
  writeFileSync(file, `${JSON.stringify(met, null, 1)}\n`);
}

/** Keeps the table that a world began with, which decided too. @returns the option that names it */
function keepTable(seed: number): string {
  if (values.table === undefined) return values.begin === undefined ? "" : ` --begin ${values.begin}`;
  const file = `${values.table}.before-${seed}`;
  writeTable(file);
  return ` --begin ${file}`;
}
