import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";

const RUN = fileURLToPath(new URL("./run.ts", import.meta.url));

test("a hundred kills of portals and databases break none of the ten invariants", async () => {
  test.setTimeout(900_000);
  const args = ["--conditions=react-server", RUN, "--kills", "100", "--seed", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toContain("10 passed, 0 failed");
});
