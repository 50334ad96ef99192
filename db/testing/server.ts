import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../embedded.ts";
import { makeTemplate } from "./template.ts";

/**
 * The server of a test run: that of `TEST_DATABASE_URL`, or an embedded one that is thrown away after it.
 * Leaves its address in `TEST_DATABASE_URL` for the processes of the run. Returns what ends it.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) {
    await makeTemplate();
    return async () => {};
  }
  const dataDir = mkdtempSync(join(tmpdir(), "portal-test-"));
  const server = await startEmbedded({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = server.url("postgres");
  await makeTemplate();
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
