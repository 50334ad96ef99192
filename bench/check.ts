import { parseArgs } from "node:util";
import { createTestDatabase } from "#db/testing";
import { startTestServer } from "#db/testing/server";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { seedLedger } from "./support/seed.ts";

/** The maximum time for a million purchases. */
const MAX_CHECK_MS = 10_000;

/**
 * `npm run bench -- check [--purchases N]`: the time of the ledger check on a million purchases of 10,000 resellers.
 * Returns 1 when it reports a finding or takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { purchases: { type: "string", default: "1000000" } } });
  const purchases = Number(values.purchases);
  const stop = await startTestServer();
  const base = await createTestDatabase();
  try {
    await seedLedger(base.sql, { resellers: 10_000, purchases });
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      const { findings } = await checkPurchases(base.systemCtx);
      times.push(performance.now() - started);
      if (findings.length > 0) throw new Error(`Found: ${findings.slice(0, 3).join("; ")}`);
    }
    const [min = 0, median = 0, max = 0] = times.toSorted((a, b) => a - b);
    const formatted = [min, median, max].map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ");
    console.log(
      `${max > MAX_CHECK_MS ? "LATE" : "ok  "}  ${purchases} purchases checked three times: ${formatted}`,
    );
    return max > MAX_CHECK_MS ? 1 : 0;
  } finally {
    await base.close();
    await stop();
  }
}
