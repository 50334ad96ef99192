// `npm run prove`: the tests that `npm test` leaves out, or runs a share of.
import { buildIfChanged } from "./build/build-if-changed.ts";
import { PROOFS } from "./check/proofs.ts";
import { formatTally, reportAndExit, type Tally } from "./check/tally.ts";
import { runSafely } from "./check/test-runs.ts";

const words = process.argv.slice(2);
const firstOption = words.findIndex((argument) => argument.startsWith("--"));
const wanted = firstOption < 0 ? words : words.slice(0, firstOption);
const options = words.slice(wanted.length);
const unknown = wanted.find((name) => !PROOFS[name]);
if (unknown) throw new Error(`Unknown part "${unknown}". Use one of: ${Object.keys(PROOFS).join(", ")}.`);
process.env.PROVE = "1";
if (
  wanted.length === 0 ||
  wanted.some((name) => !["slow", "long", "delays", "postgres", "worlds"].includes(name))
)
  await buildIfChanged(() => console.log("Building the pages…"));
const tallies: Tally[] = [];
const times: string[] = [];
for (const [name, part] of Object.entries(PROOFS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  const tally = await runSafely(() => part(options));
  tallies.push(tally);
  times.push(`${name}: ${formatTally(tally)}, ${Math.round((performance.now() - start) / 1000)} s`);
}
console.log(`\n${times.join("\n")}`);
reportAndExit(tallies);
