import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { createAdmin } from "#lib/account/admins";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { auditList, listAuditKinds } from "./audit-list.ts";
import { recordAudit } from "./record-audit.ts";

const database = await createTestDatabase();
const { systemCtx: system } = database;
const { id } = await createAdmin(system, {
  email: "ada@example.com",
  name: "Ada",
  password: "kettle-orbit-93-lamp",
});
const admin = database.ctx({
  kind: "admin",
  id,
  email: "ada@example.com",
  sessionId: 0,
  permissions: ALL_PERMISSIONS,
});
for (let n = 0; n < 250; n++) {
  await recordAudit(n % 2 ? admin : system, {
    action: n % 5 ? "thing.changed" : "thing.made",
    subject: n % 3 ? "thing" : "other",
    subjectId: n,
    resellerId: (n % 4) + 1,
    reason: n === 7 ? "=cmd()" : "because",
    before: { n },
    after: { n: n + 1 },
  });
}
afterAll(() => database.close());

const search = async (query: object) => (await auditList.page(admin, query, 1_000)).rows;

test("keeps pages stable while records are added, forwards and back", async () => {
  const first = await auditList.page(admin, {}, 40);
  await recordAudit(admin, { action: "thing.made", subject: "thing", subjectId: "late" });
  const second = await auditList.page(admin, { after: Number(first.next) }, 40);
  expect(second.rows[0]?.id).toBe((first.rows.at(-1)?.id ?? 0) - 1);
  const back = await auditList.page(admin, { before: Number(second.previous) }, 40);
  expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
});

test("names an object that is a person", async () => {
  await recordAudit(system, { action: "thing.made", subject: "account", subjectId: id });
  const [record] = await search({ subject: "account", action: "thing.made" });
  expect(record).toMatchObject({ subjectId: String(id), subjectName: "Ada" });
});

test("narrows by each filter, alone and combined, and ignores invalid filters", async () => {
  const all = await search({});
  const things = all.filter(({ subject }) => subject === "thing" || subject === "other");
  expect((await search({ action: "thing.made" })).every(({ action }) => action === "thing.made")).toBe(true);
  expect((await search({ actor: "admins" })).map(({ actorName }) => actorName)).toEqual(
    all.filter(({ actor }) => actor.startsWith("admin:")).map(() => "Ada"),
  );
  expect(await search({ actor: "ADA@example.com" })).toEqual(await search({ actor: "admins" }));
  expect(await search({ actor: "system:test" })).toHaveLength(
    all.filter(({ actor }) => actor === "system:test").length,
  );
  expect((await search({ subject: "thing", id: "7" })).map(({ subjectId }) => subjectId)).toEqual(["7"]);
  expect((await search({ id: "7" })).map(({ subjectId }) => subjectId)).toEqual(["7"]);
  expect(await search({ reseller: "2" })).toHaveLength(
    things.filter(({ resellerId }) => resellerId === 2).length,
  );
  expect(await search({ reseller: "2", action: "thing.made", subject: "other" })).toHaveLength(
    things.filter((row) => row.resellerId === 2 && row.action === "thing.made" && row.subject === "other")
      .length,
  );
  expect(await search({ reseller: "x", from: "yesterday" })).toHaveLength(all.length);
  expect(await search({ from: "0000-01-01", action: "thing\0" })).toHaveLength(all.length);
});

test("filters by days of the portal's time zone, both ends included", async () => {
  const at = (id: number, when: string) =>
    database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update audit set at = ${when}::timestamptz where id = ${id}`;
    });
  const all = await search({});
  const [oldest, second] = all.toReversed();
  await at(oldest?.id ?? 0, "2026-01-04T22:59:59Z");
  await at(second?.id ?? 0, "2026-01-04T23:00:00Z");
  const days = async (from: string, to: string) => (await search({ from, to })).map(({ id }) => id);
  expect(await days("2026-01-04", "2026-01-04")).toEqual([oldest?.id]);
  expect(await days("2026-01-05", "2026-01-05")).toEqual([second?.id]);
  expect(await days("2026-01-01", "2100-01-01")).toHaveLength(all.length);
});

test("offers the recorded actions and subjects as filters", async () => {
  const { actions, subjects } = await listAuditKinds(admin);
  expect(actions).toEqual(expect.arrayContaining(["thing.changed", "thing.made"]));
  expect(subjects).toEqual([...new Set((await search({})).map(({ subject }) => subject))].sort());
});

test("exports every record of the filter, with formulas escaped", async () => {
  const lines = (await Array.fromAsync(auditList.csv(admin, { action: "thing.changed" })))
    .join("")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength((await search({ action: "thing.changed" })).length + 1);
  expect(lines.find((line) => line.includes("cmd()"))).toContain("'=cmd()");
});

test("prevents changes of records, and denies them to all but admins", async () => {
  await expect(database.db.execute(sql`update audit set reason = 'other'`)).rejects.toThrow();
  await expect(database.db.execute(sql`delete from audit`)).rejects.toThrow();
  const visitor = database.ctx({ kind: "visitor" });
  const reseller = database.ctx({
    kind: "reseller",
    id: 1,
    email: "r@example.com",
    level: "api",
    sessionId: 0,
  });
  for (const verb of [auditList.page, listAuditKinds, async (ctx: Ctx) => auditList.csv(ctx, {})]) {
    await expect((async () => verb(visitor, {}))()).rejects.toMatchObject({ code: "unauthenticated" });
    await expect((async () => verb(reseller, {}))()).rejects.toMatchObject({ code: "not_found" });
  }
});
