import { relative } from "node:path";
import { afterAll, expect, vi } from "vitest";
import { delayStatements } from "#db/testing/delays";

/** What the variables of this process were before its first test file. */
const before = globalThis as { variables?: NodeJS.ProcessEnv };
before.variables ??= { ...process.env };

/*
 * Run before each file of a process that runs many: variables as they were, and modules of ours anew, so that a file
 * finds nothing of the one before. The packages stay, which take longer to load than most files to run.
 */
for (const name of Object.keys(process.env)) if (!(name in before.variables)) delete process.env[name];
Object.assign(process.env, before.variables);
vi.resetModules();
// Ours, and kept outside of modules: secrets that were read anew (lib/core/env.ts).
Reflect.deleteProperty(globalThis, "portalSecrets");

afterAll(async () => {
  const { stopListening } = await import("#db/listen");
  await stopListening();
});

if (process.env.TEST_DELAYS) {
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  delayStatements(`${process.env.TEST_DELAYS} ${file}`);
}
