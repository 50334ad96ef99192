import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connect } from "./client.ts";
import { prepareQuery } from "./prepare-query.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

const base = await createTestDatabase();
afterAll(() => base.close());

const createNumberedQuery = () =>
  prepareQuery<{ id: number; name: string }>(
    (v) => sql`
      with named as (insert into networks (id, name, code, active) values (${v.id}::integer, ${v.name}, '', true)
        on conflict (id) do update set name = excluded.name returning *)
      select id, name, ${v.id}::text as n from named`,
  );

/** Lists the prepared statements of a pool's one connection, with the number of generic and custom plans. */
const countPrepared = (db: TestDatabase["db"]) =>
  db.execute<{ generic: number; custom: number }>(sql`
    select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
    where statement like '%with named as%' and statement not like '%pg_prepared%'`);

test("parses a statement once on a connection, and stops planning it soon", async () => {
  const database = connect(base.url, 1);
  const run = createNumberedQuery();
  for (let id = 1; id <= 20; id++)
    expect(await run(database.db, { id, name: `n${id}` })).toEqual([{ id, name: `n${id}`, n: `${id}` }]);
  expect(await countPrepared(database.db)).toEqual([{ generic: 15, custom: 5 }]);
  await database.close();
});

test("rejects a missing value, and sends no other in its place", async () => {
  await expect(createNumberedQuery()(base.db, { id: 1 } as never)).rejects.toThrow("name");
});

test("works after a change of the table, also within a transaction", async () => {
  const database = connect(base.url, 1);
  const run = createNumberedQuery();
  for (let id = 1; id <= 8; id++) await run(database.db, { id, name: "before" });
  await base.sql`alter table networks add column made_up text not null default 'x'`;
  expect(await run(database.db, { id: 1, name: "added" })).toMatchObject([{ name: "added" }]);
  await base.sql`alter table networks drop column made_up`;
  const within = await database.db.transaction((tx) => run(tx, { id: 2, name: "dropped" }));
  expect(within).toMatchObject([{ name: "dropped" }]);
  expect(await countPrepared(database.db)).toHaveLength(1);
  await database.close();
});

test("prepares a statement again on a new connection", async () => {
  const database = connect(base.url, 1);
  const run = createNumberedQuery();
  await run(database.db, { id: 1, name: "first connection" });
  const pid = () =>
    database.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`).then(([row]) => row?.pid ?? 0);
  const first = await pid();
  await base.sql`select pg_terminate_backend(${first}, 5000)`;
  // The first query may still get the last error of the old connection.
  while ([0, first].includes(await pid().catch(() => 0)));
  expect(await run(database.db, { id: 1, name: "second connection" })).toMatchObject([
    { name: "second connection" },
  ]);
  expect(await countPrepared(database.db)).toHaveLength(1);
  await database.close();
});
