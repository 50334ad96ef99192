import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen, stopListening } from "./listen.ts";
import { type TestDatabase, testDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  process.env.DATABASE_URL = database.url;
});
afterAll(async () => {
  await stopListening();
  await database.close();
});

test("a listener hears again after its connection was killed, and is told that it may have missed something", async () => {
  const heard: string[] = [];
  let news = Promise.withResolvers<void>();
  const stop = await listen("purchase", (payload) => {
    heard.push(payload);
    news.resolve();
  });
  const sql = postgres(database.url, { max: 1 });
  for (const word of ["one", "two", "three"]) {
    news = Promise.withResolvers();
    await sql`select pg_notify('purchase', ${word})`;
    await news.promise;
    news = Promise.withResolvers();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-listen' and datname = current_database()`;
    await news.promise;
  }
  stop();
  await sql.end();
  expect(heard).toEqual(["one", "", "two", "", "three", ""]);
});
