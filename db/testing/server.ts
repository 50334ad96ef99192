import { mkdtempSync, rmSync, statfsSync } from "node:fs";
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
  const dataDir = mkdtempSync(join(roomyDir(), "portal-test-"));
  const server = await startEmbedded({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = server.url("postgres");
  await makeTemplate();
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/** A disk that is memory, where there is one with 4 GB of room that this process may fill: a database is copied there in a tenth of the time. */
function roomyDir(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
