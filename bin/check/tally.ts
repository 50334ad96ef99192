/** How many checks and tests passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/** Ends a run with its last line, and with the exit code that goes with it. */
export function conclude(tallies: Tally[]): void {
  const tally = sum(tallies);
  console.log(`\n${tallyLine(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

/** The last line of a run. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
