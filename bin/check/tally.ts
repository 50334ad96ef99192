/** The number of passed and failed checks and tests, and the failed ones. */
export interface Tally {
  passed: number;
  failed: number;
  /** A failed test's name, with its file, and the beginning of its message. */
  failures?: TestFailure[];
}

export interface TestFailure {
  name: string;
  message: string;
}

export function sumTallies(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
  };
}

/** Ends a run with its failures, its last line, and the matching exit code. */
export function reportAndExit(tallies: Tally[]): void {
  const tally = sumTallies(tallies);
  for (const { name, message } of tally.failures ?? [])
    console.log(`\n✗ ${name}\n${truncateMessage(message)}`);
  console.log(`\n${formatTally(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

export function formatTally({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

const MAX_MESSAGE_LINES = 20;

const truncateMessage = (message: string) =>
  message.split("\n").slice(0, MAX_MESSAGE_LINES).join("\n").replace(/^/gm, "    ");
