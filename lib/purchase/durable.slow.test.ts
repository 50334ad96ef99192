import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Embedded, startEmbedded } from "#db/embedded";
import { makeTemplate } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { claimPurchase } from "#lib/dispatch/claim-purchase";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { stopIfRestored } from "#lib/dispatch/stop-if-restored";
import { getWallet } from "#lib/ledger/wallet";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getMainSupplier } from "#lib/supplier/supplier";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { type Scene, scene } from "#lib/testing/scene";
import { placePurchase } from "./place/place-purchase.ts";
import { getPurchase } from "./read/get-purchase.ts";

/** A separate server that confirms a commit before it is on disk, unless the transaction waits for the disk. */
const dataDir = mkdtempSync(join(tmpdir(), "portal-durable-"));
let server: Embedded;
let port: number;
let at: Scene;
let buyer: Ctx;

beforeAll(async () => {
  server = await startEmbedded({ dataDir });
  port = Number(new URL(server.url("postgres")).port);
  process.env.TEST_DATABASE_URL = server.url("postgres");
  await makeTemplate();
  at = await scene();
  buyer = (await at.reseller()).ctx;
  await stopIfRestored(at.system);
  for (const setting of ["synchronous_commit = off", "wal_writer_delay = '10s'", "restore_command = 'false'"])
    await at.system.db.execute(sql.raw(`alter system set ${setting}`));
  await at.system.db.execute(sql`select pg_reload_conf()`);
  await vi.waitUntil(async () => {
    const [row] = await at.system.db.execute(sql`select current_setting('synchronous_commit') as now`);
    return row?.now === "off";
  }, TEST_TIMEOUT_MS);
});
afterAll(async () => {
  await at.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const retry = <T>(work: () => Promise<T>) => vi.waitFor(work, TEST_TIMEOUT_MS);

async function killServer(): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.stop();
  server = await retry(() => startEmbedded({ dataDir, port }));
}

test("keeps placed and claimed purchases after a crash, whatever the server's default", async () => {
  const input = { ref: "crash", phone: "08031234567", channel: "web" as const, again: true };
  const { purchase } = await placePurchase(buyer, { ...input, ...at.offered() });
  await vi.waitUntil(() => claimPurchase(at.system, "crash", getMainSupplier()), TEST_TIMEOUT_MS);
  await killServer();
  expect(await retry(async () => (await getPurchase(buyer, { ident: purchase.ident })).state)).toBe(
    "sending",
  );
  expect(await getWallet(buyer)).toMatchObject({ held: purchase.price });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("stops sending in a server restored from a backup or promoted from a standby", async () => {
  await stopIfRestored(at.system);
  expect(await getDispatchStatus(at.system)).toMatchObject({ stopped: false });
  await server.stop();
  // As after a recovery to an earlier moment: it ends with a new timeline.
  writeFileSync(join(dataDir, "cluster", "recovery.signal"), "");
  server = await startEmbedded({ dataDir, port });
  await retry(() => stopIfRestored(at.system));
  expect(await getDispatchStatus(at.system)).toMatchObject({
    stopped: true,
    reason: expect.stringContaining("restored from a backup"),
  });
  await startDispatching(await at.admin(), { reason: "compared with the supplier" });
});

test("returns the database's identity to a user without permissions", async () => {
  const db = at.system.db;
  const seen = await db.transaction(async (tx) => {
    await tx.execute(sql`create role nobody_special`);
    await tx.execute(sql`grant usage on schema public to nobody_special`);
    const [own] = await tx.execute(sql`select database_identity() as own`);
    await tx.execute(sql`set local role nobody_special`);
    const [plain] = await tx.execute(sql`select database_identity() as plain`);
    return [own?.own, plain?.plain];
  });
  expect(seen[0]).toMatch(/^\d+ \w{8} \d+$/);
  expect(seen[1]).toBe(seen[0]);
});
