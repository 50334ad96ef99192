import { existsSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { createTestDatabase, type TestDatabase } from "#db/testing";
import { TABLES } from "#lib/modules";
import { rejectRow } from "#lib/testing/reject-row";
import { loadSamples, type OldRows } from "#lib/testing/samples";
import { sweepOldData } from "./sweep-old-data.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("requires a retention rule of every table", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(
    Object.keys(TABLES).sort(),
    "declare in its module.ts how long the rows of a new table are kept",
  ).toEqual(rows.map(({ name }) => name).sort());
});

test("names an existing file for data that a module deletes", () => {
  for (const [table, { retention: kept }] of Object.entries(TABLES)) {
    if (!("by" in kept)) continue;
    const inCode = table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(existsSync(ROOT + kept.by), table).toBe(true);
    expect(readFileSync(ROOT + kept.by, "utf8")).toMatch(new RegExp(`${table}|${inCode}`));
  }
});

test("documents every retention for operators", () => {
  const page = readFileSync(`${ROOT}docs/operate/data.md`, "utf8").replaceAll(/ +/g, " ");
  const line = (what: string, days: () => number) =>
    `| ${what} | ${days() < 1 ? `${days() * 24} hour` : `${days()} ${days() === 1 ? "day" : "days"}`} |`;
  for (const { retention: kept } of Object.values(TABLES))
    if ("days" in kept) expect(page).toContain(line(kept.label, kept.days));
});

/** Rows of tables as old as `at`, from the `testing/samples.ts` of their modules. */
const oldRows: Record<string, OldRows[string]> = {};
beforeAll(async () => {
  for (const samples of await loadSamples()) Object.assign(oldRows, samples.oldRows);
});

/** Inserts or deletes rows without those that they refer to. */
const runUnlinked = (statement: string) =>
  database.sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    await tx.unsafe(statement);
  });

const sweptTables = Object.entries(TABLES).flatMap(([table, { retention: kept }]) =>
  "at" in kept ? [{ table, kept }] : [],
);

test.each(sweptTables)(
  "sweeps rows of $table past their retention, and keeps younger ones",
  async ({ table, kept }) => {
    const row = oldRows[table];
    if (!row) throw new Error(`Give a row of ${table} in the testing/samples.ts of its module.`);
    const ago = (share: number) => `now() - make_interval(secs => ${kept.days() * 86_400 * share})`;
    const left = () =>
      database.db.execute(
        sql`select from ${sql.identifier(table)} t where ${(kept.erases && kept.where) ?? sql`true`}`,
      );
    await runUnlinked(`delete from ${table}`);
    await runUnlinked(row(ago(1.1)));
    await runUnlinked(row(ago(0.9)));
    expect(await left()).toHaveLength(2);
    expect(await sweepOldData(database.systemCtx, TABLES, [table])).toEqual({
      swept: { [table]: 1 },
      more: false,
    });
    expect(await left()).toHaveLength(1);
    const checkpoint = sql`select from retention_checkpoints where name = ${table}`;
    expect(await database.db.execute(checkpoint)).toHaveLength(kept.erases && kept.inOrder ? 1 : 0);
    expect(await sweepOldData(database.systemCtx, TABLES, [table])).toEqual({ swept: {}, more: false });
    await runUnlinked(row(ago(1.1)));
    expect((await sweepOldData(database.systemCtx, TABLES, [table])).swept).toEqual(
      kept.erases ? {} : { [table]: 1 },
    );
  },
);

test("sweeps many rows in batches, and continues in the next run", async () => {
  // A younger row has the lowest id: it must not block the others.
  await runUnlinked(`delete from notifications; ${oldRows.notifications?.("now()")}`);
  await database.sql`insert into notifications (account_id, event, key, at)
    select 2, 'many', n, now() - interval '2 years' from generate_series(1, 20100) n`;
  expect(await sweepOldData(database.systemCtx, TABLES, ["notifications"])).toEqual({
    swept: { notifications: 19_980 },
    more: true,
  });
  expect(await sweepOldData(database.systemCtx, TABLES, ["notifications"])).toEqual({
    swept: { notifications: 120 },
    more: false,
  });
});

test("sweeps the other tables when one in the middle can't be swept", async () => {
  const [first = "", bad = "", last = ""] = sweptTables
    .filter(({ kept }) => !kept.erases)
    .map(({ table }) => table);
  const ago = `now() - interval '10 years'`;
  for (const table of [first, bad, last]) {
    await runUnlinked(`delete from ${table}`);
    await runUnlinked(oldRows[table]?.(ago) ?? "");
  }
  const accept = await rejectRow(database.systemCtx, bad, "true", "delete");
  await expect(sweepOldData(database.systemCtx, TABLES, [first, bad, last])).rejects.toMatchObject({
    cause: { message: "a bad row" },
  });
  await accept();
  expect((await sweepOldData(database.systemCtx, TABLES, [first, bad, last])).swept).toEqual({ [bad]: 1 });
});

test("denies deleting a recent notification", async () => {
  await database.sql`insert into notifications (account_id, event, key) values (3, 'young', 'x')`;
  await expect(database.sql`delete from notifications where account_id = 3`).rejects.toMatchObject({
    code: "23001",
  });
});

test("allows only background work to sweep", async () => {
  const admin = database.ctx({ kind: "admin", id: 1, email: "a@example.com", sessionId: 1, permissions: [] });
  await expect(sweepOldData(admin, TABLES)).rejects.toMatchObject({ code: "not_found" });
});
