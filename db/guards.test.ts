import { afterAll, expect, test } from "vitest";
import { CHANNELS } from "#lib/core/channels";
import { listDatabaseFunctions } from "./functions.ts";
import { createTestDatabase } from "./testing.ts";

const texts = listDatabaseFunctions().map(({ body, triggers }) => `${body}${triggers}`);
const listNames = (pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, ...names]) => names.join(" ")));

const database = await createTestDatabase();
afterAll(() => database.close());

test("describes each function and view", () => {
  expect(texts.filter((text) => !/^-- [A-Z]/.test(text))).toEqual([]);
});

test("has exactly the triggers of the files", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select t.tgname || ' ' || c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
  const listed = listNames(/^create (?:or replace |constraint )?trigger (\w+)\s.*?\son (\w+)\b/gms);
  expect(listed.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("has exactly the functions of the files", async () => {
  const rows = await database.sql<{ proname: string }[]>`
    select proname from pg_proc where pronamespace = 'public'::regnamespace`;
  expect(listNames(/^create or replace function (\w+)/gm).sort()).toEqual(
    rows.map(({ proname }) => proname).sort(),
  );
});

test("declares each channel that a database function notifies", () => {
  const notified = listNames(/pg_notify\('(\w+)'/g);
  expect(notified.length).toBeGreaterThan(0);
  expect(Object.keys(CHANNELS)).toEqual(expect.arrayContaining(notified));
});
