import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Db } from "#lib/core/context";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { type Dispatcher, dispatch } from "#lib/purchase/send/dispatch";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { seedBooks } from "../bench/support/seed.ts";
import { listen } from "./listen.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { migrationsWith } from "./testing/migrations.ts";
import { testDatabase } from "./testing.ts";

test("a change gives way to who uses the table, and is made when they are done", async () => {
  const base = await testDatabase();
  await base.sql`drop schema public, reporting cascade`;
  await base.sql`drop schema drizzle cascade`;
  await base.sql`create schema public`;
  await base.sql`create schema drizzle`;
  await base.sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const migrating = await base.systemCtx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
    const migrating = migrate(base.url);
    await lockWaits(base.systemCtx, 1);
    await lockWaits(base.systemCtx, 0);
    return { migrating };
  });
  await migrating.migrating;
  expect(await isMigrated(base.url)).toBe(true);
  await base.close();
});

test("a database that was made before the first version is left alone, with words that say what to do", async () => {
  const base = await testDatabase();
  await base.sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`;
  await expect(migrate(base.url)).rejects.toThrow("begin with an empty one");
  await base.close();
});

/** Waits, once it comes to a certain row, for whoever has the lock of that number. */
const WAITS = `create or replace function waits() returns boolean language plpgsql as
  $$ begin perform pg_advisory_xact_lock_shared(77); return true; end $$;`;

/** What is done to a table that people buy with, and what holds it up in its midst. */
const CHANGES: Record<string, { heldBy: SQL; files: Record<string, string>; made: SQL }> = {
  "an index is built": {
    heldBy: sql`lock table purchases in row exclusive mode`,
    files: {
      "9000_index": `-- step by step
create index concurrently if not exists purchases_try on purchases (outcome, phone);`,
    },
    made: sql`select from pg_index where indexrelid = to_regclass('purchases_try') and indisvalid`,
  },
  "a check is validated": {
    heldBy: sql`select pg_advisory_xact_lock(77)`,
    files: {
      "9001_check": `${WAITS}
        alter table purchases add constraint purchases_try check (id > 1 or waits()) not valid;`,
      "9002_valid": `-- step by step
alter table purchases validate constraint purchases_try;`,
    },
    made: sql`select from pg_constraint where conname = 'purchases_try' and convalidated`,
  },
  "a new column is filled": {
    heldBy: sql`select pg_advisory_xact_lock(77)`,
    files: {
      "9003_column": `${WAITS} alter table purchases add column made text;`,
      "9004_filled": `-- step by step
-- in batches
update purchases set made = ident where id in (select id from purchases where made is null order by id limit 20)
  and (id <> 50 or waits());`,
    },
    made: sql`select from purchases where id <= 200 having count(made) = 200`,
  },
};

describe("while a large table is changed, people buy", () => {
  let at: Scene;
  let patient: postgres.Sql;
  let dispatcher: Dispatcher;
  let stopListening: () => void;
  let files: Record<string, string> = {};
  beforeAll(async () => {
    at = await scene();
    patient = postgres(at.url);
    await seedBooks(patient, { resellers: 10, purchases: 200 });
    dispatcher = dispatch(at.system);
    stopListening = await listen("purchase", dispatcher.wake);
  });
  afterAll(async () => {
    stopListening();
    await dispatcher.stop();
    await patient.end();
    await at.close();
  });

  async function buy(): Promise<string> {
    const { ctx } = await at.reseller();
    const input = {
      ref: randomUUID(),
      phone: "08031234567",
      channel: "web",
      again: true,
      ...at.offered(),
    } as const;
    const { purchase } = await place(ctx, input);
    return (await whenSettled(ctx, purchase.ident, 60_000)).state;
  }

  async function buyUntil(done: Promise<unknown>): Promise<string[]> {
    const states: string[] = [];
    for (let going = true; going; ) {
      states.push(await buy());
      going = (await Promise.race([done, "going"])) === "going";
    }
    return states;
  }

  /** Another process begins to migrate, and comes to where it is held up. */
  async function begin(folder: string): Promise<{ process: ChildProcess; pid: number }> {
    const work = "import { migrate } from '#db/migrate'; await migrate(...process.argv.slice(1));";
    const args = ["--conditions=react-server", "--input-type=module", "-e", work, at.url, folder];
    const process = spawn(globalThis.process.execPath, args, { stdio: ["ignore", "ignore", "ignore"] });
    const pid = await vi.waitUntil(
      async () => {
        const [row] = await at.system.db.execute<{ pid: number }>(sql`
          select pid from pg_stat_activity where datname = current_database() and application_name = 'migrate'
            and wait_event_type = 'Lock'`);
        return row?.pid;
      },
      { timeout: 60_000 },
    );
    return { process, pid };
  }

  test.each(Object.entries(CHANGES))(
    "%s: nobody waits for it, and it is made however often it was killed",
    async (_name, change) => {
      files = { ...files, ...change.files };
      const { folder, remove } = migrationsWith(files);
      const release = await holding(drizzle(patient) as unknown as Db, change.heldBy);

      const first = await begin(folder);
      expect(await Promise.all([buy(), buy(), buy()])).toEqual(["successful", "successful", "successful"]);
      const failed = once(first.process, "exit");
      await at.system.db.execute(sql`select pg_terminate_backend(${first.pid})`);
      expect(await failed).toEqual([1, null]);

      const second = await begin(folder);
      expect(await buy()).toBe("successful");
      const killed = once(second.process, "exit");
      second.process.kill("SIGKILL");
      await killed;
      expect(await at.system.db.execute(change.made)).toHaveLength(0);
      expect(await isMigrated(at.url, folder)).toBe(false);
      await release();

      const turns = Promise.all([migrate(at.url, folder), migrate(at.url, folder)]);
      expect(new Set(await buyUntil(turns))).toEqual(new Set(["successful"]));
      await turns;
      expect(await at.system.db.execute(change.made)).toHaveLength(1);
      expect(await isMigrated(at.url, folder)).toBe(true);
      remove();
    },
    120_000,
  );
});
