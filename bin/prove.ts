// `npm run prove`: the long tests in full, of which `npm test` runs a share.
import { tryMutants } from "../e2e/mutants/try-mutants.ts";
import { buildIfChanged } from "./build/build-if-changed.ts";
import { conclude, sum, type Tally } from "./check/tally.ts";
import { attempt, playwright, vitest } from "./check/test-runs.ts";

const LONG = [
  "lib/reconcile/chain/chain.test.ts",
  "lib/reseller/books.test.ts",
  "lib/payment/faults.test.ts",
  "lib/purchase/send/limit.prove.ts",
  "lib/upkeep/interrupted.prove.ts",
  "e2e/alert-kill.prove.ts",
  "e2e/bulk-kill.test.ts",
  "e2e/schedule-kill.prove.ts",
];

/** Each holds up other statements. */
const SEEDS = ["1", "2", "3"];

/** The tests of `npm test` that have a database, with statements held up at random: see db/testing/delays.ts. */
async function delays(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const TEST_DELAYS of SEEDS)
    tallies.push(await vitest(["--project=server"], { variables: { TEST_DELAYS, PROVE: "" } }));
  return sum(tallies);
}

/** What there is to prove, and by which name to ask for it alone. */
const PARTS: Record<string, () => Promise<Tally>> = {
  long: () => vitest(LONG),
  delays,
  kills: () => playwright(["--project=matrix", "--project=chaos"]),
  pages: () => playwright(["--project=phone", "--project=desktop", "--grep=@prove|@share"]),
  isolation: () => vitest(["lib/job/isolation.prove.ts"]),
  input: () => playwright(["--project=system", "bad-input"]),
  mutants: () => tryMutants(),
  install: () => vitest(["e2e/install/install.prove.ts"]),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !PARTS[name]);
if (unknown) throw new Error(`There is no "${unknown}": ${Object.keys(PARTS).join(", ")}.`);
process.env.PROVE = "1";
if (wanted.length === 0 || wanted.some((name) => !["long", "delays", "isolation"].includes(name)))
  await buildIfChanged(() => console.log("Building the pages…"));
const tallies: Tally[] = [];
for (const [name, part] of Object.entries(PARTS))
  if (wanted.length === 0 || wanted.includes(name)) tallies.push(await attempt(part));
conclude(tallies);
