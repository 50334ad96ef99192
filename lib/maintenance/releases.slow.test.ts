import { globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { isMigrated, migrate } from "#db/migrate";
import { createMigrationFolder } from "#db/testing/migration-tools";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { actForReseller, type Ctx } from "#lib/core/context";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { BackupReader } from "./backup/backup-reader.ts";
import { sealBackup } from "./backup/envelope.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { restoreDatabase } from "./restore.ts";
import { asPieces, openBackupScene } from "./testing/backup-scene.ts";

/** The sample's database of each released version (`npm run release`), of which 0.3.0 is the first. */
const RELEASES = globSync("db/releases/*.backup").sort();
const FIRST_KEPT = "0.3.0";

/** The schema of a version after this one. */
const later = createMigrationFolder({
  "9000_column": "alter table purchases add column try text;",
  "9001_filled": `-- step by step
-- in batches
update purchases set try = ident where id in (select id from purchases where try is null order by id limit 2);`,
});
afterAll(later.remove);

const at = await openBackupScene();
afterAll(() => at.close());

test("has a database of every version in the changelog, except the unreleased one", () => {
  const versions = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)];
  const out = versions.filter(([, , note]) => !note?.includes("unreleased")).map(([, version]) => version);
  const stored = out.filter(
    (version = "") => version.localeCompare(FIRST_KEPT, "en", { numeric: true }) >= 0,
  );
  expect(RELEASES.map((file) => basename(file, ".backup"))).toEqual(stored.sort());
});

test.each(RELEASES)("migrates %s in one step to a balanced ledger that sells", async (file) => {
  const url = await at.createEmpty();
  const { rows, findings } = await restoreDatabase(at.system, `./${file}`, url);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThan(5_000);
  expect(await isMigrated(url)).toBe(true);
  await sellIn(url);
});

test("migrates this version's backup to a later version in one step, and it sells", async () => {
  const url = await at.createEmpty();
  await restoreBackup(
    url,
    writeBackup(at.url, () => {}),
    later.folder,
  );
  expect(await isMigrated(url, later.folder)).toBe(true);
  await sellIn(url);
});

test("migrates this version's database to a later version in place, and it sells", async () => {
  const url = await at.createEmpty();
  await restoreBackup(
    url,
    writeBackup(at.url, () => {}),
  );
  expect(await isMigrated(url, later.folder)).toBe(false);
  await migrate(url, later.folder);
  expect(await isMigrated(url, later.folder)).toBe(true);
  await sellIn(url);
});

test("rejects the backup of a later version", async () => {
  const content = Buffer.concat(await Array.fromAsync(writeBackup(at.url, () => {})));
  const head = await new BackupReader(asPieces(content)).json<{ migrations: number[] }>();
  const ofLater = { ...head, portal: "9.0.0", migrations: [...head.migrations, 9_999_999_999_999] };
  const rest = content.subarray(content.indexOf("\n") + 1);
  const file = join(at.dir, "later");
  await writeFile(file, sealBackup(asPieces(Buffer.from(`${JSON.stringify(ofLater)}\n`), rest), undefined));
  await expect(restoreDatabase(at.system, file, await at.createBlank())).rejects.toThrow(
    "newer version 9.0.0",
  );
});

/** Buys in a restored database, which may have one queued purchase of the backup. */
async function sellIn(url: string): Promise<void> {
  const { db, close } = connect(url, 5);
  const system: Ctx = { ...at.system, db };
  await syncCatalogue(system);
  const person = {
    email: "release@example.com",
    name: "Release",
    level: "affiliate",
    password: TEST_PASSWORD,
  } as const;
  const id = await seedReseller(system, person);
  await postCredit(system, { resellerId: id, amount: 1_000_000n, reason: "start" });
  const buyer = actForReseller(system, { id, ...person, agent: null });
  const dispatcher = runDispatcher(system, url);
  await expect.poll(async () => (await getDispatchStatus(system)).stopped).toBe(true);
  await startDispatching(system, { reason: "Nothing was sold since." });
  const order = { ref: "release", phone: "08031234567", channel: "web", again: true } as const;
  const { purchase } = await placePurchase(buyer, { ...order, ...at.offered() });
  await expect
    .poll(() => db.execute(sql`select state from purchases where ident = ${purchase.ident}`))
    .toEqual([{ state: "successful" }]);
  await dispatcher.stop();
  expect((await checkPurchases(system)).findings).toEqual([]);
  await close();
}
