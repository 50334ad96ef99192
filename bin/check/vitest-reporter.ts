import { relative } from "node:path";
import type { UserConsoleLog } from "vitest";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import { ROOT } from "#bin/root";
import { Report } from "./report.ts";

/** Reports a run of vitest: see `Report`. A file that fails outside of its tests counts as one failure. */
export default class VitestReporter implements Reporter {
  readonly #report = new Report();

  onTestCaseResult(test: TestCase): void {
    const name = `${toFile(test.module)} › ${test.fullName}`;
    const result = test.result();
    if (result.state === "passed")
      this.#report.notePassed({ name, seconds: (test.diagnostic()?.duration ?? 0) / 1000 });
    if (result.state === "failed")
      this.#report.noteFailed({
        name,
        message: toMessage(result.errors),
        log: test.meta().log,
        broken: test.meta().broken,
      });
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    if (errors.length > 0) this.#report.noteFailed({ name: toFile(module), message: toMessage(errors) });
    const failed = errors.length + [...module.children.allTests("failed")].length;
    this.#report.showFile(toFile(module), failed, module.diagnostic().duration / 1000);
  }

  /** A proof prints its measurements. */
  onUserConsoleLog({ type, content }: UserConsoleLog): void {
    if (process.env.PROVE === "1" && type === "stdout") process.stdout.write(content);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const path = error.VITEST_TEST_PATH;
      const name =
        typeof path === "string" ? `${relative(ROOT, path)}, outside of a test` : "outside of a test";
      this.#report.noteFailed({ name, message: toMessage([error]) });
    }
    this.#report.write();
  }
}

const toFile = (module: TestModule) => relative(ROOT, module.moduleId);

const toMessage = (errors: readonly SerializedError[] = []) =>
  errors
    .map(({ message, stack, diff = "" }) =>
      `${(stack || message).replace(OTHERS_FRAMES, "")}\n${diff}`.trim(),
    )
    .join("\n\n");

const OTHERS_FRAMES = /\n +at .*(node_modules|new Promise \(<anonymous>\)).*/g;
