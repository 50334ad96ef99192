import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";

const RUN_SCRIPT = fileURLToPath(new URL("./run.ts", import.meta.url));

type Output = { stdout: string; stderr: string };

for (const suppliers of ["1", "3"])
  test(`kills of portals and databases, and takeovers, break none of the invariants, suppliers: ${suppliers}`, async () => {
    test.setTimeout(20 * TEST_TIMEOUT_MS);
    const options = ["--kills", "300", "--seed", "1", "--suppliers", suppliers];
    const args = ["--conditions=react-server", RUN_SCRIPT, ...options];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
      (failed: Output) => failed,
    );
    expect(`${stdout}${stderr.slice(-4_000)}`).toMatch(/^\d+ passed, 0 failed$/m);
  });
