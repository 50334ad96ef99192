import { runStaticChecks } from "./check/static-checks.ts";
import { reportAndExit } from "./check/tally.ts";
import { runSafely, runVitest, WITHOUT_SLOW } from "./check/test-runs.ts";

reportAndExit([
  ...(await runStaticChecks()),
  await runSafely(() => runVitest(["--project=unit"], WITHOUT_SLOW)),
]);
