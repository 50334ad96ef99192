import { afterEach, beforeEach, chai } from "vitest";

/**
 * With `TEST_BREAK=1`, the first test of each file fails at its first assertion, which shows that a red test leaves nothing
 * that makes another one red: see `npm test -- --break`.
 */
if (process.env.TEST_BREAK) {
  const { assert } = chai.Assertion.prototype as { assert: (...given: unknown[]) => void };
  let tests = 0;
  let isBreaking = false;
  chai.Assertion.prototype.assert = function assertOrBreak(...given: unknown[]) {
    if (isBreaking) throw new Error("broken on purpose");
    assert.apply(this, given);
  };
  beforeEach(() => {
    tests += 1;
    isBreaking = tests === 1;
  });
  afterEach(() => {
    isBreaking = false;
  });
}
