import postgres from "postgres";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { listen, stopListening } from "./listen.ts";
import { createTestDatabase } from "./testing.ts";

const database = await createTestDatabase();
process.env.DATABASE_URL = database.url;
afterAll(async () => {
  await stopListening();
  await database.close();
});

test("listens again after its connection was killed, and reports that messages may be missing", async () => {
  const received: string[] = [];
  let arrival = Promise.withResolvers<void>();
  const stop = await listen("purchase", (payload) => {
    received.push(payload);
    arrival.resolve();
  });
  const sql = postgres(database.url, { max: 1 });
  for (const payload of ["one", "two", "three"]) {
    arrival = Promise.withResolvers();
    await sql`select pg_notify('purchase', ${payload})`;
    await arrival.promise;
    arrival = Promise.withResolvers();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-listen' and datname = current_database()`;
    await arrival.promise;
  }
  stop();
  await sql.end();
  expect(received).toEqual(["one", "", "two", "", "three", ""]);
});

test("replays messages since a recent moment, and reports where they may be incomplete", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const sql = postgres(database.url, { max: 1 });
  const notifyAt = async (at: number, payload: string) => {
    const arrival = Promise.withResolvers<void>();
    const stop = await listen("wallet", (received) => received === payload && arrival.resolve());
    vi.setSystemTime(at);
    await sql`select pg_notify('wallet', ${payload})`;
    await arrival.promise;
    stop();
  };
  const receivedSince = async (since: number) => {
    const received: string[] = [];
    const stop = await listen("wallet", (payload) => received.push(payload), since);
    stop();
    return received;
  };
  await notifyAt(1_010_000, "one");
  await notifyAt(1_011_000, "two");
  await sql.end();
  // Two seconds earlier than requested: the clocks of two portals may differ.
  expect(await receivedSince(1_012_500)).toEqual(["two"]);
  expect(await receivedSince(1_011_500)).toEqual(["one", "two"]);
  expect(await receivedSince(1_013_500)).toEqual([]);
  // The process did not listen then.
  expect(await receivedSince(1_001_000)).toEqual([""]);
  expect(await receivedSince(Number.NaN)).toEqual([""]);
  vi.setSystemTime(1_030_000);
  expect(await receivedSince(1_012_500)).toEqual([""]);
});
