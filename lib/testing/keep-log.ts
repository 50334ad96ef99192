import { beforeEach, onTestFailed } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** The lines that the portal's code logged during a failed test. */
    log?: string[];
  }
}

/** The lines of the present test; the process has one for all of its files. */
const shared = globalThis as { keptLog?: string[] };

if (!shared.keptLog) {
  const write = process.stderr.write.bind(process.stderr) as (...given: unknown[]) => boolean;
  process.stderr.write = ((...given: unknown[]) => {
    const [text] = given;
    if (typeof text !== "string" || !text.startsWith('{"at":')) return write(...given);
    shared.keptLog?.push(text.trimEnd());
    return true;
  }) as typeof process.stderr.write;
}

/* Keeps the log of the portal's code out of the output: a failed test's report has its lines. */
beforeEach(({ task }) => {
  const lines: string[] = [];
  shared.keptLog = lines;
  onTestFailed(() => {
    task.meta.log = lines;
  });
});
shared.keptLog ??= [];
