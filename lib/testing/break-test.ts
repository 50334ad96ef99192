import { beforeEach, chai, type TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** It failed on purpose, in whatever words. */
    broken?: true;
  }
}

type Task = TestContext["task"];

/** The question of the matchers, which stay the same for all files of a process. */
const shared = globalThis as { mustBreak?: () => Task | undefined };

/**
 * With `TEST_BREAK=N`, the Nth test of each file that asserts something fails at its first assertion, which shows that a red
 * test leaves nothing that makes another one red: see `npm test -- --break`.
 */
if (process.env.TEST_BREAK) {
  if (!shared.mustBreak) breakMatchers(chai.Assertion.prototype);
  const nth = Number(process.env.TEST_BREAK);
  const asserting = new Set<Task>();
  let current: Task | undefined;
  shared.mustBreak = () => {
    // The hooks after a failed test check and clean up as ever.
    if (current?.result?.state !== "run") return undefined;
    if (asserting.size < nth) asserting.add(current);
    return asserting.size === nth && current === [...asserting].at(-1) ? current : undefined;
  };
  beforeEach(({ task }) => {
    current = task;
  });
}

/** Breaks each matcher separately: they have no function in common. */
function breakMatchers(matchers: object): void {
  for (const [name, match] of Object.entries(matchers))
    if (/^to[A-Z]/.test(name))
      Object.assign(matchers, {
        [name](this: unknown, ...given: unknown[]) {
          const broken = shared.mustBreak?.();
          if (!broken) return match.apply(this, given);
          broken.meta.broken = true;
          throw new Error("broken on purpose");
        },
      });
}
