// `npm run mutants`, or `npm run mutants -- TEXT` for mutants whose list, file or name contains
// it, such as put-back or lib/payment. With `--worlds`, simulated worlds judge them instead of tests.
import { parseArgs } from "node:util";
import { findByWorlds } from "#e2e/mutants/find-by-worlds";
import { testMutants } from "#e2e/mutants/test-mutants";
import { reportAndExit } from "./check/tally.ts";
import { runSafely } from "./check/test-runs.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worlds: { type: "boolean", default: false },
    /** The days of each world. */
    days: { type: "string", default: "2" },
    /** The minutes of a mutant, after which no further world begins. */
    minutes: { type: "string", default: "5" },
    /** The first seeds, up to this one, that are known to be green. */
    green: { type: "string", default: "0" },
    /** Faults and activities of each world that come much more often, with commas. */
    focus: { type: "string", default: "" },
  },
});
const text = positionals.join(" ");
const { days, minutes, green, focus } = values;
const budget = { days: Number(days), minutes: Number(minutes), green: Number(green), focus };
reportAndExit([await runSafely(() => (values.worlds ? findByWorlds(text, budget) : testMutants(text)))]);
