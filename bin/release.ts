// `npm run release`, before the version is raised: stores the sample ledger under this version's schema, and
// every later version is tested on it (lib/maintenance/releases.test.ts).
import "./quick-imports.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded";
import { ensureDatabase } from "#db/ensure-database";
import { migrate } from "#db/migrate";
import { startSandbox } from "#sandbox/server";
import manifest from "../package.json" with { type: "json" };
import { readDemoKeys } from "./demo/demo-keys.ts";
import { ROOT } from "./root.ts";

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
  const { createDemoAccounts } = await import("./demo/demo-accounts.ts");
  await createDemoAccounts(readDemoKeys(dataDir).people, 100_000_000n, 0.15);
  const { sealBackup } = await import("#lib/maintenance/backup/envelope");
  const { writeBackup } = await import("#lib/maintenance/backup/write-backup");
  const pieces = await Array.fromAsync(
    sealBackup(
      writeBackup(DATABASE_URL, () => {}),
      undefined,
    ),
  );
  const file = `db/releases/${manifest.version}.backup`;
  writeFileSync(join(ROOT, file), Buffer.concat(pieces));
  console.log(
    `${file} stored. Now raise the version in package.json, and start its section of CHANGELOG.md.`,
  );
} finally {
  await sandbox.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
