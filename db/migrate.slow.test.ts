import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { seedLedger } from "#bench/support/seed";
import type { Db } from "#lib/core/context";
import { type Dispatcher, runDispatcher } from "#lib/dispatch/dispatcher";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { type Scene, scene } from "#lib/testing/scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { listDatabaseFunctions } from "./functions.ts";
import { listen } from "./listen.ts";
import { isMigrated, migrate } from "./migrate.ts";
import { createMigrationFolder } from "./testing/migration-tools.ts";
import { createTestDatabase } from "./testing.ts";

test("waits with a change while the table is in use, then makes it", async () => {
  const base = await createTestDatabase();
  await base.sql`drop schema public, reporting cascade`;
  await base.sql`drop schema drizzle cascade`;
  await base.sql`create schema public`;
  await base.sql`create schema drizzle`;
  await base.sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  const migrating = await base.systemCtx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table drizzle.__drizzle_migrations in access exclusive mode`);
    const migrating = migrate(base.url);
    await waitForLocks(base.systemCtx, 1);
    await waitForLocks(base.systemCtx, 0);
    return { migrating };
  });
  await migrating.migrating;
  expect(await isMigrated(base.url)).toBe(true);
  await base.close();
});

test("rejects a database from before the first version without changing it, and names the next step", async () => {
  const base = await createTestDatabase();
  await base.sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`;
  await expect(migrate(base.url)).rejects.toThrow("Use an empty database");
  await base.close();
});

test("changes the check of wallets and all that counts for it together, or nothing of it", async () => {
  const base = await createTestDatabase();
  const names = ["mark_balance", "count_entry", "check_wallets_match"];
  for (const { body } of listDatabaseFunctions().filter(({ name }) => names.includes(name)))
    await base.sql.unsafe(body.replace("$$", () => "$$ -- of another version\n"));
  const readOther = async () =>
    (
      await base.sql`select proname from pg_proc where proname in ${base.sql(names)} and prosrc like '% of another version%'`
    ).map(({ proname }) => proname);
  await base.sql`update drizzle.functions set hash = 'another' where name in ${base.sql(names)}`;
  const migrating = await base.systemCtx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table purchases in row exclusive mode`);
    const migrating = migrate(base.url);
    await waitForLocks(base.systemCtx, 1);
    expect((await readOther()).sort()).toEqual(names.toSorted());
    return { migrating };
  });
  await migrating.migrating;
  expect(await readOther()).toEqual([]);
  await base.close();
});

/** Makes a change wait, at a certain row, for the holder of the lock with that number. */
const WAITS_FUNCTION = `create or replace function waits() returns boolean language plpgsql as
  $$ begin perform pg_advisory_xact_lock_shared(77); return true; end $$;`;

/** Changes of a table in use for purchases, and the lock that stops each in the middle. */
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
      "9001_check": `${WAITS_FUNCTION}
        alter table purchases add constraint purchases_try check (id > 1 or waits()) not valid;`,
      "9002_valid": `-- step by step
alter table purchases validate constraint purchases_try;`,
    },
    made: sql`select from pg_constraint where conname = 'purchases_try' and convalidated`,
  },
  "a new column is filled": {
    heldBy: sql`select pg_advisory_xact_lock(77)`,
    files: {
      "9003_column": `${WAITS_FUNCTION} alter table purchases add column made text;`,
      "9004_filled": `-- step by step
-- in batches
update purchases set made = ident where id in (select id from purchases where made is null order by id limit 20)
  and (id <> 50 or waits());`,
    },
    made: sql`select from purchases where id <= 200 having count(made) = 200`,
  },
};

describe("while a large table is changed, resellers can buy", () => {
  let at: Scene;
  let patient: postgres.Sql;
  let dispatcher: Dispatcher;
  let stopListening: () => void;
  let files: Record<string, string> = {};
  beforeAll(async () => {
    at = await scene();
    patient = postgres(at.url);
    await seedLedger(patient, { resellers: 10, purchases: 200 });
    dispatcher = runDispatcher(at.system);
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
    const { purchase } = await placePurchase(ctx, input);
    return (await waitUntilSettled(ctx, purchase.ident, 60_000)).state;
  }

  async function buyUntil(done: Promise<unknown>): Promise<string[]> {
    const states: string[] = [];
    for (let going = true; going; ) {
      states.push(await buy());
      going = (await Promise.race([done, "going"])) === "going";
    }
    return states;
  }

  /** Starts a migration in another process, up to the lock that stops it. */
  async function begin(folder: string): Promise<{ process: ChildProcess; pid: number }> {
    const work = "import { migrate } from '#db/migrate'; await migrate(...process.argv.slice(1));";
    const args = ["--conditions=react-server", "--input-type=module", "-e", work, at.url, folder];
    const process = spawn(globalThis.process.execPath, args, { stdio: ["ignore", "ignore", "ignore"] });
    const pid = await vi.waitUntil(async () => {
      const [row] = await at.system.db.execute<{ pid: number }>(sql`
          select pid from pg_stat_activity where datname = current_database() and application_name = 'migrate'
            and wait_event_type = 'Lock'`);
      return row?.pid;
    }, TEST_TIMEOUT_MS);
    return { process, pid };
  }

  test.each(Object.entries(CHANGES))(
    "%s: purchases never wait for it, and it is completed after each kill",
    async (_name, change) => {
      files = { ...files, ...change.files };
      const { folder, remove } = createMigrationFolder(files);
      const release = await holdTransaction(drizzle(patient) as unknown as Db, change.heldBy);

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
