import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { openPool } from "#db/driver/open-pool";
import { type Embedded, startEmbedded } from "#db/embedded";
import { migrate } from "#db/migrate";
import { findDataDir } from "#db/testing/server";

/** The server of worlds, with a template that has a simulated clock. */
export interface WorldServer {
  port: number;
  /** Creates a database from the template, or as a copy of another. @returns its address */
  create(name: string, copy?: Copy): Promise<string>;
  /** Ends all connections to a database. */
  disconnect(name: string): Promise<void>;
  /** Deletes a database with its connections. @returns its number; undefined without one */
  drop(name: string): Promise<number | undefined>;
  close(): Promise<void>;
}

/** The database that is copied, and the identity of its copy: see `database_identity`. */
export interface Copy {
  from: string;
  timeline: number;
  /** Any new one unless given. */
  oid?: number | undefined;
  /** Beyond all of the chance that was drawn in a database before. */
  chance: number;
}

const TEMPLATE = "world_template";

/**
 * The functions of PostgreSQL that differ from run to run, in a schema that is searched before its own: a connection's
 * settings are the clock and the server's timeline, and a sequence is the chance.
 */
const SIMULATED = `
  create sequence public.world_chance;
  create function public.now() returns timestamptz language sql stable parallel safe as
    $$ select current_setting('world.now')::timestamptz $$;
  create function public.transaction_timestamp() returns timestamptz language sql stable parallel safe as
    $$ select current_setting('world.now')::timestamptz $$;
  create function public.statement_timestamp() returns timestamptz language sql stable parallel safe as
    $$ select current_setting('world.clock')::timestamptz $$;
  create function public.clock_timestamp() returns timestamptz language sql volatile parallel safe as
    $$ select current_setting('world.clock')::timestamptz $$;
  create function public.pg_walfile_name(pg_lsn) returns text language sql stable as
    $$ select lpad(to_hex(current_setting('world.timeline')::int), 8, '0') || '0000000000000000' $$;
  create function public.gen_random_uuid() returns uuid language sql volatile as
    $$ select md5(nextval('public.world_chance')::text)::uuid $$;
  create function public.random() returns float8 language sql volatile as
    $$ select ('x' || left(md5(nextval('public.world_chance')::text), 8))::bit(32)::bigint / 4294967296.0::float8 $$;`;

/** Starts the server. @param start the instant of the migrations and of each world's beginning. */
export async function startWorldServer(start: number): Promise<WorldServer> {
  const dataDir = mkdtempSync(join(findDataDir(), "portal-world-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once("exit", remove);
  const server: Embedded = await startEmbedded({ dataDir, durable: false });
  const admin = openPool(server.url("postgres"), { max: 1 });
  await admin`alter system set deadlock_timeout = '5ms'`;
  // It comes by the real clock, and changes plans and so the order of rows.
  await admin`alter system set autovacuum = off`;
  // A connection whose password is on its way would keep the server from dropping a database, for a minute of real time.
  writeFileSync(join(dataDir, "cluster/pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  await admin`select pg_reload_conf()`;
  await createDatabase(admin, TEMPLATE, "template0", start);
  await runOn(server.url(TEMPLATE), (sql) => sql.unsafe(SIMULATED));
  await migrate(server.url(TEMPLATE));
  return {
    port: Number(new URL(server.url("postgres")).port),
    async create(name, copy) {
      await createDatabase(admin, name, copy?.from ?? TEMPLATE, start, copy);
      const { chance } = copy ?? {};
      if (chance !== undefined)
        await runOn(server.url(name), (sql) => sql`select setval('public.world_chance', ${chance})`);
      return server.url(name);
    },
    async disconnect(name) {
      // All at once: the server looks only every 100 ms whether one has ended.
      const find = () =>
        admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
      while ((await find()).count > 0) await pause(1);
    },
    async drop(name) {
      const [row] = await admin`select oid::int from pg_database where datname = ${name}`;
      await admin.unsafe(`drop database if exists "${name}" with (force)`);
      return row?.oid;
    },
    async close() {
      await admin.end();
      await server.stop();
      remove();
    },
  };
}

async function createDatabase(
  admin: postgres.Sql,
  name: string,
  from: string,
  start: number,
  { oid, timeline = 1 }: { oid?: number | undefined; timeline?: number } = {},
): Promise<void> {
  const at = new Date(start).toISOString();
  const number = oid === undefined ? "" : `oid ${oid}`;
  await admin.unsafe(`create database "${name}" template "${from}" strategy file_copy ${number}`);
  await admin.unsafe(`alter database "${name}" set world.timeline = ${timeline}`);
  await admin.unsafe(`alter database "${name}" set search_path = public, pg_catalog`);
  // Planning again and again would take most of a world's time.
  await admin.unsafe(`alter database "${name}" set plan_cache_mode = force_generic_plan`);
  await admin.unsafe(`alter database "${name}" set world.now = '${at}'`);
  await admin.unsafe(`alter database "${name}" set world.clock = '${at}'`);
}

async function runOn(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = openPool(url, { max: 1 });
  await work(sql);
  await sql.end();
}
