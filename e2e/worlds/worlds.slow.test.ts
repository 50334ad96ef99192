import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { runWorlds } from "./prove-worlds.ts";

const readHash = (output: string) => /hash (\w+)/.exec(output)?.[1];

test("lives a day of a world without a violation, and the same again beside a busy machine", {
  timeout: 6 * TEST_TIMEOUT_MS,
}, async () => {
  const world = ["--seed", "2", "--days", "1"];
  const quiet = await runWorlds(world);
  expect(quiet.output).toMatch(/^1 passed, 0 failed$/m);
  const busy = new Worker("for (;;);", { eval: true });
  const disturbed = await runWorlds(world);
  await busy.terminate();
  expect(readHash(disturbed.output)).toBe(readHash(quiet.output));
  expect(readHash(quiet.output)).toBeDefined();
});
