import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestError, TestResult } from "playwright/types/testReporter";
import { ROOT } from "#bin/root";
import { Report } from "./report.ts";

/** Reports a run of Playwright: see `Report`. What fails outside of tests counts as a failure, too. */
export default class PlaywrightReporter implements Reporter {
  readonly #report = new Report();

  onTestEnd(test: TestCase, result: TestResult): void {
    const [, project, , ...titles] = test.titlePath();
    const name = `[${project}] ${relative(ROOT, test.location.file)} › ${titles.join(" › ")}`;
    const seconds = result.duration / 1000;
    if (result.status === "skipped") return;
    const hasPassed = result.status === test.expectedStatus;
    if (hasPassed) this.#report.notePassed({ name, seconds });
    else this.#report.noteFailed({ name, message: toMessage(result.errors), log: readLog(result) });
    this.#report.showFile(name, hasPassed ? 0 : 1, seconds);
  }

  onError(error: TestError): void {
    this.#report.noteFailed({ name: "outside of a test", message: toMessage([error]) });
  }

  onEnd(): void {
    this.#report.write();
  }

  /** Otherwise it would add a reporter of its own. */
  printsToStdio(): boolean {
    return true;
  }
}

const toMessage = (errors: TestError[]) =>
  errors.map(({ message, stack, value }) => stack ?? message ?? value ?? "").join("\n\n");

/** Reads the log of the test's portal, which it attached, and what the test wrote itself. */
function readLog({ attachments, stderr }: TestResult): string[] {
  const attached = attachments.find(({ name }) => name === "portal.log");
  const text = attached?.body?.toString() ?? (attached?.path ? readFileSync(attached.path, "utf8") : "");
  return [text, ...stderr.map(String)].join("").split("\n").filter(Boolean);
}
