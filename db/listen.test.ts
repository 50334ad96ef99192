import postgres from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
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

test("who looked a moment ago hears what was said since, and who cannot know it all is told so", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const sql = postgres(database.url, { max: 1 });
  const sayAt = async (at: number, payload: string) => {
    const news = Promise.withResolvers<void>();
    const stop = await listen("wallet", (heard) => heard === payload && news.resolve());
    vi.setSystemTime(at);
    await sql`select pg_notify('wallet', ${payload})`;
    await news.promise;
    stop();
  };
  const heardSince = async (since: number) => {
    const heard: string[] = [];
    const stop = await listen("wallet", (payload) => heard.push(payload), since);
    stop();
    return heard;
  };
  await sayAt(1_010_000, "one");
  await sayAt(1_011_000, "two");
  await sql.end();
  // Two seconds more than was asked for: the clocks of two portals may differ.
  expect(await heardSince(1_012_500)).toEqual(["two"]);
  expect(await heardSince(1_011_500)).toEqual(["one", "two"]);
  expect(await heardSince(1_013_500)).toEqual([]);
  // Nobody listened then.
  expect(await heardSince(1_001_000)).toEqual([""]);
  expect(await heardSince(Number.NaN)).toEqual([""]);
  vi.setSystemTime(1_030_000);
  expect(await heardSince(1_012_500)).toEqual([""]);
});
