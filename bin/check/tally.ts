import { readFileSync } from "node:fs";

/** The number of passed and failed checks and tests, and the failed ones. */
export interface Tally {
  passed: number;
  failed: number;
  failures?: TestFailure[];
  /** Durations of passed tests. */
  times?: TestTime[];
}

export interface TestFailure {
  /** With its file. */
  name: string;
  message: string;
  /** The lines that were logged during it. */
  log?: string[] | undefined;
  /** It failed on purpose (lib/testing/break-test.ts). */
  broken?: true | undefined;
}

export interface TestTime {
  name: string;
  seconds: number;
}

export function sumTallies(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((all, { passed }) => all + passed, 0),
    failed: tallies.reduce((all, { failed }) => all + failed, 0),
    failures: tallies.flatMap(({ failures = [] }) => failures),
    times: tallies.flatMap(({ times = [] }) => times),
  };
}

/** Ends a run with slowest tests, failures, time and, as the last line, the counts; sets the exit code. */
export function reportAndExit(tallies: Tally[]): void {
  const tally = sumTallies(tallies);
  const slowest = (tally.times ?? []).toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (slowest.length === SLOWEST) console.log(`\nSlowest tests:\n${slowest.map(formatTime).join("\n")}`);
  for (const { name, message, log = [] } of tally.failures ?? [])
    console.log(
      `\n✗ ${name}\n${indent(message, MAX_MESSAGE_LINES)}\n${indent(log.join("\n"), -MAX_LOG_LINES)}`,
    );
  console.log(`\n${describeDuration()}\n${formatTally(tally)}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

export function formatTally({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

const SLOWEST = 10;
const MAX_MESSAGE_LINES = 20;
const MAX_LOG_LINES = 20;

const formatTime = ({ name, seconds }: TestTime) => `${seconds.toFixed(1).padStart(7)} s  ${name}`;

/** @param lines how many of them: the first ones, or the last ones when negative. */
const indent = (text: string, lines: number) => {
  const all = text.split("\n");
  return (lines < 0 ? all.slice(lines) : all.slice(0, lines))
    .join("\n")
    .slice(0, 4_000)
    .replace(/^(?=.)/gm, "    ");
};

/** Returns the time since the start and, on Linux, the processor time of all ended processes. */
function describeDuration(): string {
  const seconds = `${Math.round(process.uptime())} s`;
  const processor = readProcessorSeconds();
  return processor === undefined ? seconds : `${seconds}, ${Math.round(processor)} s of processor time`;
}

/** Reads the processor time of this process and of those that it waited for, and theirs. */
export function readProcessorSeconds(): number | undefined {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields.slice(11, 15).reduce((all, ticks) => all + Number(ticks), 0) / 100;
  } catch {
    return undefined;
  }
}
