import { parseArgs } from "node:util";
import { startTestServer } from "../db/testing/server.ts";
import { testDatabase } from "../db/testing.ts";
import { check } from "../lib/purchase/check.ts";
import { seedBooks } from "./support/seed.ts";

/** What is promised for a million purchases, in ms. */
const PROMISED = 10_000;

/**
 * `npm run bench -- check [--purchases N]`: how long the proof of the books takes on a million purchases of 10,000
 * resellers. Returns 1 when it finds something or takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { purchases: { type: "string", default: "1000000" } } });
  const purchases = Number(values.purchases);
  const stop = await startTestServer();
  const base = await testDatabase();
  try {
    await seedBooks(base.sql, { resellers: 10_000, purchases });
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      const { findings } = await check(base.systemCtx);
      times.push(performance.now() - started);
      if (findings.length > 0) throw new Error(`Found: ${findings.slice(0, 3).join("; ")}`);
    }
    const [least = 0, middle = 0, most = 0] = times.toSorted((one, other) => one - other);
    const said = [least, middle, most].map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ");
    console.log(`${most > PROMISED ? "LATE" : "ok  "}  ${purchases} purchases checked three times: ${said}`);
    return most > PROMISED ? 1 : 0;
  } finally {
    await base.close();
    await stop();
  }
}
