import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { isMigrated } from "#db/migrate";
import { dropDatabase, testDatabaseUrl } from "#db/testing/template";
import { seedReseller, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { syncCatalogue } from "#lib/catalogue/sync-catalogue";
import { actForReseller, type Ctx } from "#lib/core/context";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { checkPurchases } from "#lib/purchase/check-purchases";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { startDispatching } from "#lib/purchase/send/dispatch-control";
import { getDispatchStatus } from "#lib/purchase/send/dispatch-status";
import { runDispatcher } from "#lib/purchase/send/dispatcher";
import { openScene } from "#lib/testing/open-scene";
import { restoreDatabase } from "./restore.ts";

/** The sample's database of each released version (`npm run release`). */
const RELEASES = globSync("db/releases/*.backup").sort();

const at = await openScene();

test("has a database of every version in the changelog, except the unreleased one", () => {
  const versions = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)];
  const out = versions.filter(([, , note]) => !note?.includes("unreleased")).map(([, version]) => version);
  expect(out.length).toBeGreaterThan(0);
  expect(RELEASES.map((file) => basename(file, ".backup"))).toEqual(out.sort());
});

test.each(RELEASES)("migrates %s in one step to a balanced ledger that sells", async (file) => {
  const name = `test_release_${basename(file, ".backup").replaceAll(".", "_")}`;
  const url = await ensureDatabase(testDatabaseUrl(name));
  const { rows, findings } = await restoreDatabase(at.system, `./${file}`, url);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThan(5_000);
  expect(await isMigrated(url)).toBe(true);
  const { db, close } = connect(url, 5);
  const system: Ctx = { ...at.system, db };
  const [before] = await db.execute<{ n: number }>(sql`select count(*)::int as n from purchases`);
  await syncCatalogue(system);
  const person = {
    email: "release@example.com",
    name: "Release",
    level: "affiliate",
    password: TEST_PASSWORD,
  } as const;
  const id = await seedReseller(system, person);
  await postCredit(system, { resellerId: id, amount: 1_000_000n, reason: "start" });
  const buyer = actForReseller(system, { id, ...person });
  const order = {
    ref: "release",
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  } as const;
  const dispatcher = runDispatcher(system, url);
  await expect.poll(async () => (await getDispatchStatus(system)).stopped).toBe(true);
  await startDispatching(system, { reason: "Nothing was sold since." });
  const { purchase } = await placePurchase(buyer, order);
  await expect
    .poll(() => db.execute(sql`select state from purchases where ident = ${purchase.ident}`))
    .toEqual([{ state: "successful" }]);
  await dispatcher.stop();
  expect((await checkPurchases(system)).findings).toEqual([]);
  expect(await db.execute(sql`select count(*)::int as n from purchases`)).toEqual([
    { n: (before?.n ?? 0) + 1 },
  ]);
  await close();
  await dropDatabase(name);
});
