import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { openCuttableConnections } from "#lib/testing/cut-connections";
import { TEST_EFFORT, TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { AGENTS, createWorld } from "./testing/agent-world.ts";
import { EACH_KIND, expectExact, happened, type Step, take } from "./testing/take-step.ts";
import { ACTIONS, type ActionName } from "./testing/world-actions.ts";

const at = await openScene();
const { system } = at;
const admin = await at.admin();
const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
afterAll(() => write.mockRestore());

const anyCut = fc.record({
  side: fc.constantFrom("client" as const, "server" as const),
  nth: fc.integer({ min: 1, max: 9 }),
});
const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...(Object.keys(ACTIONS) as ActionName[])),
  agent: fc.nat(AGENTS - 1),
  n: fc.nat(40),
  cut: fc.option(anyCut, { freq: 3, nil: undefined }),
});

test(
  "each kobo of agents and parents is where the shown prices say, whatever happened, was cut and tried again",
  async () => {
    const lines = await openCuttableConnections(system, at.url);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60 }), async (steps) => {
        const world = await createWorld(at, admin);
        for (const step of steps) await take(world, step, lines);
        await expectExact(world);
      }),
      { numRuns: 3 + Math.ceil(TEST_EFFORT.histories / 25), examples: [[EACH_KIND]], endOnFailure: true },
    );
    expect([...happened.keys()].sort()).toEqual(
      expect.arrayContaining(["answer", "buy", "deliver", "fail", "respond", "reverse", "send"]),
    );
  },
  TEST_TIMEOUT_MS,
);
