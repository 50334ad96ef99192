import { relative } from "node:path";
import { afterAll, expect, vi } from "vitest";
import { delayStatements } from "#db/testing/delay-statements";
import { closeOpenConnections } from "#db/testing/open-connections";
import { TEST_TIMEOUT_MS } from "./effort.ts";

/** The variables of this process before its first test file. */
const before = globalThis as { variables?: NodeJS.ProcessEnv };
before.variables ??= { ...process.env };

/* Runs before each file of a process that runs many: resets variables and the project's modules, so that files are
 * independent. Packages stay, since loading them takes longer than most files.
 */
for (const name of Object.keys(process.env)) if (!(name in before.variables)) delete process.env[name];
Object.assign(process.env, before.variables);
vi.resetModules();
// The project's global state: checked variables (lib/core/variables.ts).
Reflect.deleteProperty(globalThis, "portalVariables");

/** Lists the processes and servers that this process has running. */
const listRunning = () =>
  process.getActiveResourcesInfo().filter((name) => ["ProcessWrap", "TCPServerWrap"].includes(name));

interface Task {
  result?: { state?: string };
  tasks?: readonly Task[];
}

const isRed = ({ result, tasks = [] }: Task): boolean => result?.state === "fail" || tasks.some(isRed);

const begunWith = listRunning();
// biome-ignore lint/correctness/noEmptyPattern: vitest requires it.
afterAll(async ({}, file: Task) => {
  const { stopListening } = await import("#db/listen");
  await stopListening();
  const left = closeOpenConnections();
  // A test that fails doesn't reach the end of its pool, which is closed here.
  if (!isRed(file)) expect(left, "connections after the file").toEqual([]);
  await vi.waitFor(
    () => expect(listRunning(), "processes and servers after the file").toEqual(begunWith),
    TEST_TIMEOUT_MS,
  );
});

if (process.env.TEST_DELAYS) {
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  delayStatements(`${process.env.TEST_DELAYS} ${file}`);
}
