import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isStepByStep } from "./migrate.ts";
import { listBlockedTables } from "./testing/migration-tools.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

/**
 * The first two make the schema; after these, tables are large and the previous version is running during a migration.
 */
const BASELINE_COUNT = 2;
const MIGRATIONS = globSync("db/migrations/*.sql").sort();

/** Made before 0.3.0, the first version whose upgrades are kept: no version without these runs beside one with them. */
const BEFORE_FIRST_KEPT = [
  "0011_acts_in_code",
  "0013_drop_older_versions",
  "0015_declared_settings",
  "0016_referral_settings",
  "0017_message_settings",
  "0018_payment_settings",
  "0021_drop_shop_prices",
  "0022_notification_groups",
  "0023_notifications_all_shown",
  "0025_agents_checked",
];
const isBeforeFirstKept = (file = "") => BEFORE_FIRST_KEPT.includes(basename(file, ".sql"));

test.each(MIGRATIONS.slice(BASELINE_COUNT).filter((file) => !isBeforeFirstKept(file)))(
  "%s removes nothing that the previous version needs",
  (file) => {
    const text = readFileSync(file, "utf8");
    for (const removal of [/\bdrop (table|column)/i, /\brename\b/i]) expect(text).not.toMatch(removal);
    const constraints = (how: string) => text.matchAll(new RegExp(`\\b${how} constraint "?(\\w+)`, "gi"));
    const changed = new Set(Array.from(constraints("add"), ([, name]) => name));
    expect(Array.from(constraints("drop"), ([, name]) => name).filter((name) => !changed.has(name))).toEqual(
      [],
    );
  },
);

test("never blocks writes to a large table while a later migration reads it", async () => {
  const base = await createEmptyDatabase();
  for (const [n, migration] of readMigrationFiles({ migrationsFolder: "db/migrations" }).entries()) {
    const steps = isStepByStep(migration) ? migration.sql.map((step) => [step]) : [migration.sql];
    for (const step of steps) {
      const text = step.join("\n");
      if (/\bindex concurrently\b/i.test(text)) await base.sql.unsafe(text);
      else {
        const blocked = await listBlockedTables(base.sql, step);
        const allowed = n < BASELINE_COUNT || /^-- in batches\n[^;]*\blimit \d+/im.test(text);
        expect(allowed ? [] : blocked, text).toEqual([]);
      }
    }
  }
  await base.close();
});

async function createEmptyDatabase(): Promise<TestDatabase> {
  const base = await createTestDatabase();
  await base.sql`drop schema public, reporting cascade`;
  await base.sql`create schema public`;
  return base;
}

describe("listBlockedTables", () => {
  let base: TestDatabase;
  let sql: postgres.Sql;
  beforeAll(async () => {
    base = await createTestDatabase();
    sql = postgres(base.url, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await sql.end();
    await base.close();
  });

  test.each([
    ["an index", "create index x1 on purchases (phone)"],
    ["a unique index", "create unique index x2 on purchases (ident, ref)"],
    ["a unique constraint", "alter table purchases add constraint x3 unique (ident, phone)"],
    ["a check", "alter table purchases add constraint x4 check (price > 1)"],
    ["a reference", "alter table purchases add constraint x5 foreign key (token_id) references tokens"],
    ["no more nulls", "alter table purchases alter column outcome set not null"],
    ["another type", "alter table purchases alter column token_id type integer"],
    [
      "a column that differs in each row",
      "alter table purchases add column x6 uuid default gen_random_uuid()",
    ],
    [
      "a column made of others",
      "alter table purchases add column x7 bigint generated always as (price - cost) stored",
    ],
    ["a change of every row", "update purchases set outcome = 'x'"],
    ["the end of many rows", "delete from purchases where outcome = 'x'"],
    [
      "a quick change, and a look at all rows after it",
      "alter table purchases add column x8 text; select count(*) from purchases",
    ],
  ])("lists the table for %s", async (_name, statement) => {
    expect(await listBlockedTables(sql, [statement])).toEqual(["purchases"]);
  });

  test.each([
    [
      "a check that is validated later",
      "alter table purchases add constraint y1 check (price > 1) not valid",
    ],
    [
      "a reference that is validated later",
      "alter table purchases add constraint y2 foreign key (token_id) references tokens not valid",
    ],
    ["a check of nulls", "alter table purchases add constraint y3 check (upstream_id is not null) not valid"],
    ["a column", "alter table purchases add column y4 text"],
    [
      "a column that begins the same everywhere",
      "alter table purchases add column y5 timestamptz not null default now()",
    ],
    [
      "a table that refers to it",
      "create table y6 (id bigint primary key references purchases, at timestamptz)",
    ],
    ["an index of a table made with it", "create table y7 (id bigint); create index y8 on y7 (id)"],
  ])("lists nothing for %s", async (_name, statement) => {
    expect(await listBlockedTables(sql, [statement])).toEqual([]);
  });

  test.each([
    ["the validation of a check", "check (price > 2)", "validate constraint y9"],
    ["that of a reference", "foreign key (token_id) references tokens", "validate constraint y9"],
    ["that of a check of nulls", "check (upstream_id is not null)", "validate constraint y9"],
    [
      "no more nulls, once that is known",
      "check (upstream_id is not null)",
      "alter column upstream_id set not null",
    ],
  ])("lists nothing for %s", async (_name, constraint, change) => {
    const valid = change.startsWith("alter") ? "" : "not valid";
    await sql.unsafe(`alter table purchases add constraint y9 ${constraint} ${valid}`);
    try {
      expect(await listBlockedTables(sql, [`alter table purchases ${change}`])).toEqual([]);
    } finally {
      await sql`alter table purchases drop constraint y9`;
      await sql`alter table purchases alter column upstream_id drop not null`;
    }
  });
});
