import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Embedded, startEmbedded } from "#db/embedded";
import { makeTemplate } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "./check.ts";
import { place } from "./place/place.ts";
import { get } from "./read/get.ts";
import { claim } from "./send/claim.ts";
import { dispatchStatus } from "./send/dispatch-status.ts";
import { stopIfRestored } from "./send/restored.ts";

/** A server of its own, which answers before anything is on the disk unless it is told to wait. */
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
  }, PATIENCE_MS);
});
afterAll(async () => {
  await at.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Nothing that was asked while the server comes back is worth more than another try. */
const asked = <T>(work: () => Promise<T>) => vi.waitFor(work, PATIENCE_MS);

async function kill(): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.stop();
  server = await asked(() => startEmbedded({ dataDir, port }));
}

test("what was placed and what was claimed survives a crash, whatever the server's default", async () => {
  const input = { ref: "crash", phone: "08031234567", channel: "web" as const, again: true };
  const { purchase } = await place(buyer, { ...input, ...at.offered() });
  await vi.waitUntil(() => claim(at.system, "crash"), PATIENCE_MS);
  await kill();
  expect(await asked(async () => (await get(buyer, { ident: purchase.ident })).state)).toBe("sending");
  expect(await getWallet(buyer)).toMatchObject({ held: purchase.price });
  expect((await check(at.system)).findings).toEqual([]);
});

test("a server that went on from a backup or as a standby has another identity: sending stops", async () => {
  await stopIfRestored(at.system);
  expect(await dispatchStatus(at.system)).toMatchObject({ stopped: false });
  await server.stop();
  // As after a recovery to an earlier moment: it ends with a new timeline.
  writeFileSync(join(dataDir, "cluster", "recovery.signal"), "");
  server = await startEmbedded({ dataDir, port });
  await asked(() => stopIfRestored(at.system));
  expect(await dispatchStatus(at.system)).toMatchObject({
    stopped: true,
    reason: expect.stringContaining("restored from a backup"),
  });
});

test("a user without any right learns which database this is", async () => {
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
