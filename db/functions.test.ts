import { globSync, readFileSync } from "node:fs";
import { afterAll, afterEach, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { listDatabaseFunctions } from "./functions.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { createTestDatabase } from "./testing.ts";

const base = await createTestDatabase();
afterAll(() => base.close());
afterEach(async () => {
  await base.sql`delete from drizzle.versions where version <> ${manifest.version}`;
  await migrate(base.url);
});

const readBody = async (name: string) => {
  const [row] = await base.sql`select prosrc from pg_proc where proname = ${name}`;
  return String(row?.prosrc);
};

const describeTriggers = () => base.sql`
  select pg_get_triggerdef(oid) as definition, tgenabled from pg_trigger where not tgisinternal order by 1`;

/** Gives a function another body, as an earlier or later version may have. */
async function replaceFunction(name: string): Promise<void> {
  await base.sql.unsafe(
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await base.sql`update drizzle.functions set hash = 'another' where name = ${name}`;
}

test("writes a function again whose text is another, and no other", async () => {
  const body = await readBody("check_purchase_update");
  await replaceFunction("check_purchase_update");
  await base.sql.unsafe(
    "create or replace function keep_slug() returns trigger language plpgsql as $$ begin return new; end $$",
  );
  expect(await isMigrated(base.url)).toBe(false);
  await migrate(base.url);
  expect(await isMigrated(base.url)).toBe(true);
  expect(await readBody("check_purchase_update")).toBe(body);
  expect(await readBody("keep_slug")).toBe(" begin return new; end ");
  await base.sql`delete from drizzle.functions where name = 'keep_slug'`;
});

test("leaves the functions of a later version, beside which this one works", async () => {
  const [major, minor] = manifest.version.split(".").map(Number);
  await base.sql`insert into drizzle.versions (version) values (${`${major}.${(minor ?? 0) + 1}.0`})`;
  await replaceFunction("keep_slug");
  expect(await isMigrated(base.url)).toBe(true);
  await migrate(base.url);
  expect(await readBody("keep_slug")).toBe(" begin return null; end ");
});

test("writes every function and trigger a second time without a difference", async () => {
  const before = await describeTriggers();
  await base.sql`delete from drizzle.functions`;
  await migrate(base.url);
  expect(await describeTriggers()).toEqual(before);
  expect(await base.sql`select from drizzle.functions`).toHaveLength(listDatabaseFunctions().length);
});

test("has each function and view in the file of its name, once, and no function in a migration", async () => {
  const rows = await base.sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union all select viewname from pg_views where schemaname = 'public'`;
  expect(listDatabaseFunctions().map(({ name }) => name)).toEqual(rows.map(({ name }) => name).sort());
  for (const { name, body, triggers } of listDatabaseFunctions())
    expect(`${body}${triggers}`.match(/(?<=^create or replace (function|view) )\w+/gm)).toEqual([name]);
  for (const file of globSync("db/migrations/*.sql"))
    expect(readFileSync(file, "utf8"), file).not.toMatch(
      /\b(create|replace) (function|(constraint )?trigger)\b/i,
    );
});
