// `npm run mutants`, or `npm run mutants -- TEXT` for mutants whose list, file or name contains
// it, such as put-back or lib/payment.
import { testMutants } from "#e2e/mutants/test-mutants";
import { reportAndExit } from "./check/tally.ts";
import { runSafely } from "./check/test-runs.ts";

const text = process.argv.slice(2).join(" ");
reportAndExit([await runSafely(() => testMutants(text))]);
