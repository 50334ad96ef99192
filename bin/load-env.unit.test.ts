import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROOT } from "./root.ts";

test("lets a connection of any command take seconds, also to a name with addresses of both families", () => {
  const program = `
    await import("./bin/load-env.ts");
    console.log((await import("node:net")).getDefaultAutoSelectFamilyAttemptTimeout());`;
  const flags = ["--conditions=react-server", "--input-type=module", "--eval", program];
  expect(
    Number(execFileSync(process.execPath, flags, { cwd: ROOT, encoding: "utf8" })),
  ).toBeGreaterThanOrEqual(2_000);
});
