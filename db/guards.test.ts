import { afterAll, beforeAll, expect, test } from "vitest";
import { FUNCTIONS, TRIGGERS } from "./guards.ts";
import { CHANNELS } from "./listen.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("the list of triggers is that of the database", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select c.relname || ' ' || t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
  const listed = Object.entries(TRIGGERS).flatMap(([table, triggers]) =>
    Object.keys(triggers).map((name) => `${table} ${name}`),
  );
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("the list of functions is that of the database", async () => {
  const rows = await database.sql<{ proname: string }[]>`
    select proname from pg_proc where pronamespace = 'public'::regnamespace`;
  expect(Object.keys(FUNCTIONS).sort()).toEqual(rows.map(({ proname }) => proname).sort());
});

test("what the database's functions notify is a channel that a process can listen to, and the list says which", async () => {
  const rows = await database.sql<{ proname: string; prosrc: string }[]>`
    select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'pg_notify'`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { proname, prosrc } of rows)
    for (const [, channel = ""] of prosrc.matchAll(/pg_notify\('(\w+)'/g)) {
      expect(Object.keys(CHANNELS)).toContain(channel);
      expect(FUNCTIONS[proname]).toContain(`NOTIFY ${channel}`);
    }
});
