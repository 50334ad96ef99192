import { expect, test } from "vitest";
import { explainBuildFailure } from "./explain-build-failure.ts";

test("names memory when a build was killed, whichever of its processes it was", () => {
  const memory = expect.stringMatching(
    /^The pages could not be built:[\s\S]*lack of memory: it needs 1\.5 GB/,
  );
  expect(explainBuildFailure("Creating an optimized production build ...", "SIGKILL")).toEqual(memory);
  expect(explainBuildFailure("build worker exited with code: null and signal: SIGKILL", null)).toEqual(
    memory,
  );
  expect(explainBuildFailure("FATAL ERROR: JavaScript heap out of memory", "SIGABRT")).toEqual(memory);
});

test("shows only the output of a build that failed otherwise", () => {
  expect(explainBuildFailure("Type error in app/page.tsx", null)).toBe(
    "The pages could not be built:\nType error in app/page.tsx",
  );
});
