import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded";
import { makeTemplate } from "./template.ts";

/**
 * Starts the server of a test run: that of `TEST_DATABASE_URL`, or an embedded one that is deleted after it. Leaves its
 * address in `TEST_DATABASE_URL` for the processes of the run.
 * @returns a function that ends it.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) {
    await makeTemplate();
    return async () => {};
  }
  const dataDir = mkdtempSync(join(findDataDir(), "portal-test-"));
  const server = await startEmbedded({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = server.url("postgres");
  await makeTemplate();
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

const MEMORY_DIR = "/dev/shm";
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Chooses memory as the disk where it has 4 GB of room that this process may fill: a database is copied there in a
 * tenth of the time.
 */
export function findDataDir(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DIR);
    return Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_BYTES ? MEMORY_DIR : tmpdir();
  } catch {
    return tmpdir();
  }
}
