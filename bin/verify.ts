import { staticChecks } from "./check/static-checks.ts";
import { conclude } from "./check/tally.ts";
import { attempt, vitest } from "./check/test-runs.ts";

conclude([...(await staticChecks()), await attempt(() => vitest(["--project", "unit"]))]);
