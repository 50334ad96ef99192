import { readFileSync, writeFileSync } from "node:fs";
import type { Tally, TestFailure, TestTime } from "./tally.ts";

/** Names the file into which a runner's reporter writes its report. */
const REPORT_FILE = "TEST_REPORT_FILE";

/**
 * Collects the results of one runner: shows one moving line in a terminal and a line for each file elsewhere,
 * and writes its tally for the process that started it.
 */
export class Report {
  readonly #tally: Required<Tally> = { passed: 0, failed: 0, failures: [], times: [] };

  notePassed(time: TestTime): void {
    this.#tally.passed += 1;
    this.#tally.times.push(time);
  }

  noteFailed(failure: TestFailure): void {
    this.#tally.failed += 1;
    this.#tally.failures.push(failure);
  }

  showFile(file: string, failed: number, seconds: number): void {
    const line = `${failed === 0 ? "✓" : "✗"} ${file} (${seconds.toFixed(1)} s)`;
    if (!process.stdout.isTTY) return void process.stdout.write(`${line}\n`);
    const { passed, failed: all } = this.#tally;
    process.stdout.write(
      `\r\x1b[2K${passed} passed, ${all} failed  ${line}`.slice(0, process.stdout.columns),
    );
  }

  write(): void {
    if (process.stdout.isTTY) process.stdout.write("\r\x1b[2K");
    const file = process.env[REPORT_FILE];
    if (file) writeFileSync(file, JSON.stringify(this.#tally));
  }
}

/** Returns the variable that a runner needs, and a reader of what its reporter wrote there. */
export function planReport(file: string): { env: Record<string, string>; read: () => Tally } {
  return {
    env: { [REPORT_FILE]: file },
    read: () => {
      try {
        return JSON.parse(readFileSync(file, "utf8")) as Tally;
      } catch {
        return {
          passed: 0,
          failed: 1,
          failures: [{ name: "a test runner", message: "It wrote no report." }],
        };
      }
    },
  };
}
