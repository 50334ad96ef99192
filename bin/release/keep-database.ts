import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDemoKeys } from "#bin/demo/demo-keys";
import { ROOT } from "#bin/root";
import { startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { startSandbox } from "#sandbox/server";

/**
 * Stores the sample ledger under this version's schema, on which every later version is tested
 * (lib/maintenance/releases.slow.test.ts). @returns the file
 */
export async function keepDatabase(version: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-release-"));
  const server = await startEmbedded({ dataDir, durable: false });
  const sandbox = await startSandbox();
  try {
    const DATABASE_URL = await ensureDatabase(server.url("portal"));
    await migrate(DATABASE_URL);
    Object.assign(process.env, {
      DATABASE_URL,
      UPSTREAM_BASE_URL: sandbox.url,
      UPSTREAM_API_TOKEN: sandbox.token,
      NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
      NEXTAUTH_URL: "http://localhost:3000",
    });
    const { createDemoAccounts } = await import("#bin/demo/demo-accounts");
    await createDemoAccounts(readDemoKeys(dataDir).people, 100_000_000n, 0.15);
    const { sealBackup } = await import("#lib/maintenance/backup/envelope");
    const { writeBackup } = await import("#lib/maintenance/backup/write-backup");
    const content = writeBackup(DATABASE_URL, () => {});
    const file = `db/releases/${version}.backup`;
    writeFileSync(join(ROOT, file), Buffer.concat(await Array.fromAsync(sealBackup(content, undefined))));
    return file;
  } finally {
    await sandbox.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
