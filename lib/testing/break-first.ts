import { afterEach, beforeEach, chai, type TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** It failed on purpose, in whatever words. */
    broken?: true;
  }
}

/**
 * With `TEST_BREAK=1`, the first test of each file fails at its first assertion, which shows that a red test leaves nothing
 * that makes another one red: see `npm test -- --break`.
 */
if (process.env.TEST_BREAK) {
  const { assert } = chai.Assertion.prototype as { assert: (...given: unknown[]) => void };
  let tests = 0;
  let breaking: TestContext["task"] | undefined;
  chai.Assertion.prototype.assert = function assertOrBreak(...given: unknown[]) {
    if (!breaking) return assert.apply(this, given);
    breaking.meta.broken = true;
    throw new Error("broken on purpose");
  };
  beforeEach(({ task }) => {
    tests += 1;
    breaking = tests === 1 ? task : undefined;
  });
  afterEach(() => {
    breaking = undefined;
  });
}
