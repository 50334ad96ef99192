import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "./client.ts";
import { prepared } from "./prepared.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());

type Row = { id: number; name: string; n: string };
const numbered = () =>
  prepared<{ id: number; name: string }, Row>(
    (v) => sql`
      with named as (insert into networks (id, name, code, active) values (${v.id}::integer, ${v.name}, '', true)
        on conflict (id) do update set name = excluded.name returning *)
      select id, name, ${v.id}::text as n from named`,
  );

/** The statements that the one connection of a pool keeps, and how often each was planned anew or not. */
const kept = (db: TestDatabase["db"]) =>
  db.execute<{ generic: number; custom: number }>(sql`
    select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
    where statement like '%with named as%' and statement not like '%pg_prepared%'`);

test("a statement is parsed once on a connection, and soon planned no more", async () => {
  const one = connect(base.url, 1);
  const run = numbered();
  for (let id = 1; id <= 20; id++)
    expect(await run(one.db, { id, name: `n${id}` })).toEqual([{ id, name: `n${id}`, n: `${id}` }]);
  expect(await kept(one.db)).toEqual([{ generic: 15, custom: 5 }]);
  await one.close();
});

test("a value that is missing is an error, and none is sent in place of it", async () => {
  await expect(numbered()(base.db, { id: 1 } as never)).rejects.toThrow("name");
});

test("a table that changes under it harms nobody, also within a transaction", async () => {
  const one = connect(base.url, 1);
  const run = numbered();
  for (let id = 1; id <= 8; id++) await run(one.db, { id, name: "before" });
  await base.sql`alter table networks add column made_up text not null default 'x'`;
  expect(await run(one.db, { id: 1, name: "added" })).toMatchObject([{ name: "added" }]);
  await base.sql`alter table networks drop column made_up`;
  const within = await one.db.transaction((tx) => run(tx, { id: 2, name: "dropped" }));
  expect(within).toMatchObject([{ name: "dropped" }]);
  expect(await kept(one.db)).toHaveLength(1);
  await one.close();
});

test("on a new connection it is prepared again", async () => {
  const one = connect(base.url, 1);
  const run = numbered();
  await run(one.db, { id: 1, name: "first line" });
  const pid = () =>
    one.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(([row]) => row?.pid ?? 0);
  const first = await pid();
  await base.sql`select pg_terminate_backend(${first}, 5000)`;
  // What is asked first may still be given the last words of the old line.
  while ([0, first].includes(await pid().catch(() => 0)));
  expect(await run(one.db, { id: 1, name: "second line" })).toMatchObject([{ name: "second line" }]);
  expect(await kept(one.db)).toHaveLength(1);
  await one.close();
});
