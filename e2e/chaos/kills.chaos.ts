import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";

const RUN = fileURLToPath(new URL("./run.ts", import.meta.url));

type Output = { stdout: string; stderr: string };

test("a hundred kills of portals and databases break none of the ten invariants", async () => {
  test.setTimeout(900_000);
  const args = ["--conditions=react-server", RUN, "--kills", "100", "--seed", "1"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    (failed: Output) => failed,
  );
  expect(`${stdout}${stderr.slice(-4_000)}`).toContain("11 passed, 0 failed");
});
