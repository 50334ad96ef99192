import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "#db/client";
import { ensureDatabase } from "#db/ensure-database";
import { isMigrated } from "#db/migrate";
import { dropDatabase, testUrl } from "#db/testing/template";
import { PASSWORD, seedReseller } from "#lib/account/testing/people";
import { sync } from "#lib/catalogue/sync";
import type { Ctx } from "#lib/core/context";
import { credit } from "#lib/ledger/adjust";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { startDispatching } from "#lib/purchase/send/control";
import { dispatch } from "#lib/purchase/send/dispatch";
import { dispatchStatus } from "#lib/purchase/send/dispatch-status";
import { type Scene, scene } from "#lib/testing/scene";
import { restore } from "./restore.ts";

/** The sample's books as each version that went out kept them (`npm run release`). */
const RELEASES = globSync("db/releases/*.backup").sort();

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

test("every version that the changes tell of, but for the one in the making, has left its books to try", () => {
  const told = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+)(.*)$/gm)];
  const out = told.filter(([, , note]) => !note?.includes("in the making")).map(([, version]) => version);
  expect(out.length).toBeGreaterThan(0);
  expect(RELEASES.map((file) => basename(file, ".backup"))).toEqual(out.sort());
});

test.each(RELEASES)("%s becomes of this version in one step, is in order and sells", async (file) => {
  const name = `test_release_${basename(file, ".backup").replaceAll(".", "_")}`;
  const url = await ensureDatabase(testUrl(name));
  const { rows, findings } = await restore(at.system, `./${file}`, url);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThan(5_000);
  expect(await isMigrated(url)).toBe(true);
  const { db, close } = connect(url, 5);
  const system: Ctx = { ...at.system, db };
  const [before] = await db.execute<{ n: number }>(sql`select count(*)::int as n from purchases`);
  await sync(system);
  const person = {
    email: "release@example.com",
    name: "Release",
    level: "affiliate",
    password: PASSWORD,
  } as const;
  const id = await seedReseller(system, person);
  await credit(system, { resellerId: id, amount: 1_000_000n, reason: "start" });
  const buyer: Ctx = {
    db,
    actor: { kind: "reseller", id, email: person.email, level: person.level, sessionId: 0 },
  };
  const order = {
    ref: "release",
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  } as const;
  const dispatcher = dispatch(system, url);
  await expect.poll(async () => (await dispatchStatus(system)).stopped).toBe(true);
  await startDispatching(system, { reason: "Nothing was sold since." });
  const { purchase } = await place(buyer, order);
  await expect
    .poll(() => db.execute(sql`select state from purchases where ident = ${purchase.ident}`))
    .toEqual([{ state: "successful" }]);
  await dispatcher.stop();
  expect((await check(system)).findings).toEqual([]);
  expect(await db.execute(sql`select count(*)::int as n from purchases`)).toEqual([
    { n: (before?.n ?? 0) + 1 },
  ]);
  await close();
  await dropDatabase(name);
});
