import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Ctx, Db } from "#lib/core/context";
import { readFromReplica } from "#lib/core/reading";
import { inTransaction } from "./client.ts";
import { createReplicaReader, openReplica } from "./replica.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

// A second database stands for the replica: what makes it one is this process's sign of life in it.
let ctx: Ctx;

const databaseOf = async ({ db }: { db: Db }) => {
  const [row] = await db.execute<{ name: string }>(sql`select current_database() as name`);
  return row?.name === nameOf(primary) ? "primary" : "replica";
};
const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);
const beat = (age: string, name = `${hostname()}-${process.pid}-12345678`) => replica.sql`
  insert into processes (name, version, roles, seen_at) values (${name}, '0', 'web', now() - ${age}::interval)`;

const [primary, replica] = await Promise.all([createTestDatabase(), createTestDatabase()]);
const opened: ReturnType<typeof openReplica>[] = [];
function readAgain(): void {
  const connected = openReplica(replica.url);
  opened.push(connected);
  ctx = { ...primary.systemCtx, readReplica: createReplicaReader(connected, primary.db) };
}
beforeEach(async () => {
  await replica.sql`delete from processes`;
  readAgain();
});
afterAll(async () => {
  await Promise.all(opened.map(({ database }) => database.cut()));
  await Promise.all([primary.close(), replica.close()]);
});

test("reads the replica, with the time up to which it is complete", async () => {
  await beat("20 seconds");
  const { value, asOf } = await readFromReplica(ctx, databaseOf);
  expect(value).toBe("replica");
  const [row] = await replica.sql`select seen_at from processes`;
  expect(asOf).toEqual(new Date(row?.seen_at));
});

test("reads the primary where the replica is behind, or isn't a copy of this database", async () => {
  expect(await readFromReplica(ctx, databaseOf)).toEqual({ value: "primary", asOf: undefined });
  readAgain();
  await beat("2 minutes");
  await beat("1 second", `${hostname()}-${process.pid}0-12345678`);
  expect(await readFromReplica(ctx, databaseOf)).toEqual({ value: "primary", asOf: undefined });
});

test("never reads the replica in a transaction, nor writes to it", async () => {
  await beat("1 second");
  expect(await inTransaction(ctx, (ctx) => readFromReplica(ctx, databaseOf))).toMatchObject({
    value: "primary",
  });
  const seen: string[] = [];
  await readFromReplica(ctx, async (ctx) => {
    seen.push(await databaseOf(ctx));
    await ctx.db.execute(sql`delete from processes where name = 'none'`);
  });
  expect(seen).toEqual(["replica", "primary"]);
});

test("continues on the primary when the replica ends a statement", async () => {
  await beat("1 second");
  const seen: string[] = [];
  const { value, asOf } = await readFromReplica(ctx, async (ctx) => {
    seen.push(await databaseOf(ctx));
    if (seen.length === 1) await ctx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return seen.at(-1);
  });
  expect({ value, asOf, seen }).toEqual({ value: "primary", asOf: undefined, seen: ["replica", "primary"] });
});
