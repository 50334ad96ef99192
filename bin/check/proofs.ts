import { testMutants } from "#e2e/mutants/test-mutants";
import { proveOpenApi } from "#e2e/openapi/prove-openapi";
import { proveVersions } from "#e2e/postgres/prove-versions";
import { proveWorlds } from "#e2e/worlds/prove-worlds";
import { sumTallies, type Tally } from "./tally.ts";
import { runPlaywright, runVitest } from "./test-runs.ts";

const LONG_TESTS = [
  "lib/reconcile/chain/chain.test.ts",
  "lib/reseller/ledger.test.ts",
  "lib/payment/payment-faults.slow.test.ts",
  "lib/dispatch/limit.prove.ts",
  "lib/maintenance/backup-faults.prove.ts",
  "lib/maintenance/restore-in-use.prove.ts",
  "lib/maintenance/interrupted.prove.ts",
  "e2e/alert-kill.prove.ts",
];

/** Each seed delays other statements. */
const SEEDS = ["1", "2", "3"];

/**
 * Runs the tests of `npm test` that have a database, with randomly delayed statements: see
 * db/testing/delay-statements.ts.
 */
async function runDelayTests(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const TEST_DELAYS of SEEDS)
    tallies.push(await runVitest(["--project=server"], { TEST_DELAYS, PROVE: "" }));
  return sumTallies(tallies);
}

/** The tests that `npm run prove` runs, by the name that selects them, with the options that follow it. */
export const PROOFS: Record<string, (options: string[]) => Promise<Tally>> = {
  slow: () => runVitest([".slow."], { PROVE: "" }),
  long: () => runVitest(LONG_TESTS),
  delays: runDelayTests,
  worlds: (options) => proveWorlds(options),
  kills: () => runPlaywright(["--project=matrix", "--project=chaos"]),
  pages: () => runPlaywright(["--project=phone", "--project=desktop", "--grep=@prove|@share"]),
  systems: () => runPlaywright(["--project=system", "--project=guard", "--grep=@prove"]),
  isolation: () =>
    runVitest([
      "lib/job/isolation.prove.ts",
      "e2e/isolation/one-caller.prove.ts",
      "e2e/isolation/pairs.prove.ts",
    ]),
  input: () => runPlaywright(["--project=system", "bad-input"]),
  mutants: () => testMutants(),
  openapi: () => proveOpenApi(),
  memory: async () =>
    sumTallies([
      await runVitest(["e2e/memory/memory.prove.ts"]),
      await runVitest(["e2e/memory/memory-guard.prove.ts"]),
    ]),
  monitoring: () => runVitest(["e2e/monitoring/monitoring.prove.ts"]),
  pooler: () => runVitest(["e2e/pooler/pooler.prove.ts"]),
  postgres: () => proveVersions(),
  replica: () => runVitest(["e2e/replica/replica.prove.ts"]),
  rolling: () => runVitest(["e2e/rolling/rolling.prove.ts", "e2e/shop-domain-proxy.prove.ts"]),
  release: () => runVitest(["e2e/release/release.prove.ts"]),
  install: () => runVitest(["e2e/install/install.prove.ts"]),
  failover: () => runVitest(["db/replicas.prove.ts", "e2e/failover/failover.prove.ts"]),
};
