import { afterAll, expect, test, vi } from "vitest";
import { openCuttableConnections } from "#lib/testing/cut-connections";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { createWorld } from "./testing/agent-world.ts";
import { cuts, EACH_KIND, expectExact, take } from "./testing/take-step.ts";

const at = await openScene();
const { system } = at;
const admin = await at.admin();
const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
afterAll(() => write.mockRestore());

test(
  "a cut before any statement of a movement, or before its response, moves the money once",
  async () => {
    const lines = await openCuttableConnections(system, at.url);
    const world = await createWorld(at, admin);
    // Each is cut later and later, until it ends before.
    for (const cutStep of EACH_KIND.filter(({ what }) => what !== "join")) {
      for (const side of ["client", "server"] as const)
        for (let nth = 1, wasCut = true; wasCut; nth++) {
          world.past.push(...world.bought.splice(0));
          for (const step of EACH_KIND.slice(0, EACH_KIND.indexOf(cutStep))) await take(world, step, lines);
          wasCut = await take(world, { ...cutStep, cut: { side, nth } }, lines);
        }
      await expectExact(world);
    }
    expect([...cuts.keys()].sort()).toEqual([
      "advance",
      "answer",
      "buy",
      "deliver",
      "fail",
      "part",
      "request",
      "respond",
      "reverse",
      "send",
    ]);
  },
  TEST_TIMEOUT_MS,
);
