/** How many checks and tests passed and failed, and which failed. */
export interface Tally {
  passed: number;
  failed: number;
  /** A failed one's name, its file before it, and the beginning of what it said. */
  failures?: Failure[];
}

export interface Failure {
  name: string;
  message: string;
}

export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
  };
}

/** Ends a run with what failed, its last line, and the exit code that goes with it. */
export function conclude(tallies: Tally[]): void {
  const tally = sum(tallies);
  for (const { name, message } of tally.failures ?? []) console.log(`\n✗ ${name}\n${beginning(message)}`);
  console.log(`\n${tallyLine(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

/** The last line of a run. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

const LINES = 20;

const beginning = (message: string) => message.split("\n").slice(0, LINES).join("\n").replace(/^/gm, "    ");
