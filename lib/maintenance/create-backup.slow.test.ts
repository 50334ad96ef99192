import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { dropDatabase } from "#db/testing/template";
import type { Ctx } from "#lib/core/context";
import { changeDatabaseUrl } from "#lib/core/database-url";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { fingerprintDatabase } from "#lib/testing/fingerprint-database";
import { sealBackup } from "./backup/envelope.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { createBackup } from "./create-backup.ts";
import { listMaintenanceRuns } from "./maintenance-runs.ts";
import { restoreDatabase, runRestoreTest } from "./restore.ts";
import { asPieces, openBackupScene, runInside } from "./testing/backup-scene.ts";

const at = await openBackupScene();
afterAll(() => at.close());

/** Tables that a restore changes. */
const CHANGED = ["public.sessions", "public.dispatcher", "public.maintenance"];

/** Returns a fingerprint of all other tables of the portal. */
async function rowsOf(ctx: Ctx): Promise<string> {
  const sums: { t: string }[] = JSON.parse(await fingerprintDatabase(ctx, CHANGED));
  const portalSums = sums.filter(({ t }) => t.startsWith("public."));
  return JSON.stringify(portalSums.sort((a, b) => a.t.localeCompare(b.t)));
}

test("restores every row of a backup, with sending stopped and all sessions ended", async () => {
  const before = await rowsOf(at.system);
  const [queued] = await at.system.db.execute(
    sql`select count(*)::int as n from purchases where state = 'queued'`,
  );
  const { name, sealed } = await createBackup(at.system);
  expect(sealed).toBe(true);
  await at.buy();
  const url = await at.createBlank();
  const restored = await restoreDatabase(at.system, name, url);
  expect(restored.findings).toEqual([]);
  await runInside(url, async (ctx) => {
    expect(await rowsOf(ctx)).toBe(before);
    const [open] = await ctx.db.execute(sql`select count(*)::int as n from sessions where ended_at is null`);
    expect(open).toEqual({ n: 0 });
    const buyerCtx = { ...at.buyer, db: ctx.db };
    const later = {
      ref: "after",
      phone: "08031234567",
      channel: "web",
      again: true,
      ...at.offered(),
    } as const;
    await expect(placePurchase(buyerCtx, later)).rejects.toMatchObject({ code: "service_unavailable" });
    const dispatcher = runDispatcher(ctx, url);
    await expect.poll(async () => (await getDispatchStatus(ctx)).stopped).toBe(true);
    await dispatcher.stop();
    const [doubted] = await ctx.db.execute(
      sql`select count(*)::int as n from purchases where state = 'unconfirmed'`,
    );
    expect(doubted).toEqual(queued);
    expect((await checkPurchases(ctx)).findings).toEqual([]);
    // Guards work again, and sequences continue.
    await expect(ctx.db.execute(sql`delete from journals`)).rejects.toThrow();
    const [ids] = await ctx.db.execute(
      sql`select nextval('purchases_id_seq') > max(id) as on from purchases`,
    );
    expect(ids).toEqual({ on: true });
  });
});

test("takes one snapshot while purchases continue", async () => {
  const buying = Promise.all(Array.from({ length: 20 }, at.buy));
  const { name } = await createBackup(at.system);
  await buying;
  expect((await restoreDatabase(at.system, name, await at.createBlank())).findings).toEqual([]);
});

test("rejects a database with data and a damaged backup, without changes", async () => {
  const { name } = await createBackup(at.system);
  const original = await rowsOf(at.system);
  await expect(restoreDatabase(at.system, name, at.url)).rejects.toThrow("isn't empty");
  expect(await rowsOf(at.system)).toBe(original);
  const half = join(at.dir, "half");
  const content = Buffer.concat(await Array.fromAsync(writeBackup(at.url, () => {})));
  await writeFile(half, sealBackup(asPieces(content.subarray(0, content.length / 2)), undefined));
  const url = await at.createBlank();
  await expect(restoreDatabase(at.system, half, url)).rejects.toThrow("ends too early");
  await runInside(url, async (ctx) => {
    const [row] = await ctx.db.execute(
      sql`select (select count(*) from accounts)::int + (select count(*) from purchases)::int as n`,
    );
    expect(row).toEqual({ n: 0 });
  });
  expect((await restoreDatabase(at.system, name, url)).findings).toEqual([]);
});

test("restores in the place of a filled database, which is kept, and of a fresh one, which is dropped", async () => {
  const { name } = await createBackup(at.system);
  const url = await at.createBlank();
  expect(await restoreDatabase(at.system, name, url, { aside: true })).toMatchObject({ findings: [] });
  const again = await restoreDatabase(at.system, name, url, { aside: true });
  expect(again).toMatchObject({ findings: [], aside: expect.stringMatching(/_before_\d{14}$/) });
  await runInside(url, async (ctx) => expect((await checkPurchases(ctx)).findings).toEqual([]));
  await runInside(changeDatabaseUrl(url, { database: again.aside ?? "" }), async (ctx) =>
    expect((await checkPurchases(ctx)).findings).toEqual([]),
  );
  await dropDatabase(again.aside ?? "");
  await runInside(url, async (ctx) => {
    await ctx.db.execute(sql`select 1`);
    await expect(restoreDatabase(at.system, name, url, { aside: true })).rejects.toThrow("Stop the portal");
  });
  await expect(restoreDatabase(at.system, name, url)).rejects.toThrow(/add --aside/);
  await expect(restoreDatabase(at.system, "./nowhere", url, { aside: true })).rejects.toThrow();
  await runInside(url, async (ctx) => expect((await checkPurchases(ctx)).findings).toEqual([]));
});

test("keeps the newest backups only, and a restore test checks the last one without leaving a database", async () => {
  for (const _ of "ab") await createBackup(at.system);
  const { name } = await createBackup(at.system);
  expect(readdirSync(at.dir).filter((file) => file.endsWith(".backup"))).toHaveLength(2);
  const restored = await runRestoreTest(at.system, "latest");
  expect(restored).toMatchObject({ name, findings: [] });
  const kinds = await listMaintenanceRuns(at.system);
  expect(kinds.map(({ kind, ok }) => [kind, ok])).toEqual([
    ["backup", true],
    ["restore_test", true],
  ]);
  await expect(runRestoreTest(at.system, "./nowhere")).rejects.toThrow();
  const [, after] = await listMaintenanceRuns(at.system);
  expect(after).toMatchObject({ kind: "restore_test", ok: false, wentWellAt: kinds[1]?.endedAt });
  const left = await at.system.db.execute(
    sql`select from pg_database where starts_with(datname, 'portal_restore_test_')`,
  );
  expect(left).toHaveLength(0);
});
