// `npm run mutants`, or `npm run mutants -- WORDS` for mutants whose names contain them.
import { testMutants } from "#e2e/mutants/test-mutants";
import { reportAndExit } from "./check/tally.ts";
import { runSafely } from "./check/test-runs.ts";

const words = process.argv.slice(2).join(" ");
reportAndExit([await runSafely(() => testMutants(words))]);
