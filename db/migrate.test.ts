import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lockWaits } from "#lib/testing/lock-waits";
import { isMigrated, migrate } from "./migrate.ts";
import { testDatabase } from "./testing.ts";

test("a change gives way to who uses the table, and is made when they are done", async () => {
  const base = await testDatabase();
  await base.sql`drop schema public cascade`;
  await base.sql`drop schema drizzle cascade`;
  await base.sql`drop schema if exists graphile_worker cascade`;
  await base.sql`create schema public`;
  await base.sql`create schema drizzle`;
  await base.sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const migrating = await base.systemCtx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
    const migrating = migrate(base.url);
    await lockWaits(base.systemCtx, 1);
    await lockWaits(base.systemCtx, 0);
    return { migrating };
  });
  await migrating.migrating;
  expect(await isMigrated(base.url)).toBe(true);
  await base.close();
});

/** The first migrations made the schema; from these on, the version before is alive while they run. */
const LATER = globSync("db/migrations/*.sql").filter(
  (file) => file > "db/migrations/0017_reconciling-version.sql",
);
const BREAKS = [
  /\bdrop (table|column|constraint)/i,
  /\brename\b/i,
  /\bset not null/i,
  /\bset data type/i,
  /create (unique )?index .* on "?(purchases|attempts|journals|entries|audit)"?/i,
];

test.each(LATER)(
  "%s takes nothing away that the version before needs, and locks no large table for long",
  (file) => {
    const text = readFileSync(file, "utf8");
    for (const broken of BREAKS) expect(text).not.toMatch(broken);
  },
);
