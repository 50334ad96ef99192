import { sumTallies, type Tally } from "#bin/check/tally";
import { runVitest } from "#bin/check/test-runs";
import { OLDER_VERSIONS, type OlderVersion, startOlderServer } from "./older-server.ts";

/** Its bounds are those of plans of 18: an older planner reads all accounts for one search. */
const PLANS = "lib/reseller/history-cost.test.ts";

/** Runs the tests that have a database on each older PostgreSQL that the portal supports. */
export async function proveVersions(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const version of Object.keys(OLDER_VERSIONS)) {
    const server = await startOlderServer(Number(version) as OlderVersion);
    try {
      console.log(`PostgreSQL ${version}:`);
      const variables = { TEST_DATABASE_URL: server.url, PROVE: "" };
      tallies.push(await runVitest(["--project=server", `--exclude=${PLANS}`], variables));
    } finally {
      await server.close();
    }
  }
  return sumTallies(tallies);
}
