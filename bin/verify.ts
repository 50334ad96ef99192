import { staticChecks } from "./check/static-checks.ts";
import { sum, tallyLine } from "./check/tally.ts";
import { vitest } from "./check/test-runs.ts";

const tally = sum([...(await staticChecks()), await vitest(["--project", "unit"])]);
console.log(`\n${tallyLine(tally)}`);
process.exitCode = tally.failed > 0 ? 1 : 0;
