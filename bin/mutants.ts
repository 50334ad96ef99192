// `npm run mutants`, or `npm run mutants -- TEXT` for mutants whose file or name contains
// it, such as lib/payment.
import { testMutants } from "#e2e/mutants/test-mutants";
import { reportAndExit } from "./check/tally.ts";
import { runSafely } from "./check/test-runs.ts";

const text = process.argv.slice(2).join(" ");
reportAndExit([await runSafely(() => testMutants(text))]);
