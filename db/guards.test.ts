import { afterAll, expect, test } from "vitest";
import { CHANNELS } from "#lib/core/channels";
import { modules, TABLES } from "#lib/modules";
import { createTestDatabase } from "./testing.ts";

const FUNCTIONS = Object.fromEntries(modules.flatMap(({ functions = {} }) => Object.entries(functions)));

const database = await createTestDatabase();
afterAll(() => database.close());

test("declares exactly the triggers of the database's tables", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select c.relname || ' ' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
  const listed = Object.entries(TABLES).flatMap(([table, { triggers = {} }]) =>
    Object.keys(triggers).map((name) => `${table} ${name}`),
  );
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("declares exactly the functions of the database", async () => {
  const rows = await database.sql<{ proname: string }[]>`
    select proname from pg_proc where pronamespace = 'public'::regnamespace`;
  expect(Object.keys(FUNCTIONS).sort()).toEqual(rows.map(({ proname }) => proname).sort());
});

test("declares each channel that a database function notifies", async () => {
  const rows = await database.sql<{ proname: string; prosrc: string }[]>`
    select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'pg_notify'`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { proname, prosrc } of rows)
    for (const [, channel = ""] of prosrc.matchAll(/pg_notify\('(\w+)'/g)) {
      expect(Object.keys(CHANNELS)).toContain(channel);
      expect(FUNCTIONS[proname]).toContain(`NOTIFY ${channel}`);
    }
});
