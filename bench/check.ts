import { checkPurchases } from "#lib/purchase/check-purchases";
import { openBenchDatabase } from "./support/bench-system.ts";
import { readNumbers } from "./support/read-numbers.ts";
import { seedLedger } from "./support/seed.ts";

/** The maximum time for a million purchases. */
const MAX_CHECK_MS = 10_000;

/**
 * `npm run bench -- check [--purchases N]`: the time of the ledger check on a million purchases of 10,000 resellers.
 * Returns 1 when it reports a finding or takes longer than promised.
 */
export async function run(args: string[]): Promise<number> {
  const { purchases } = readNumbers(args, { purchases: 1_000_000 });
  await using base = await openBenchDatabase();
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
}
