import "server-only";
import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Ctx, Db } from "#lib/core/context";
import { env } from "#lib/core/env";

export interface Database {
  db: Db;
  sql: postgres.Sql;
  close(): Promise<void>;
}

type Options = Pick<postgres.Options<Record<string, never>>, "idle_timeout" | "max_lifetime">;

/** How long a statement waits for a connection, in ms. */
const PATIENCE_MS = 5_000;

/**
 * A pool of at most `max` connections. Statements and idle transactions of over 30 s, locks of over 10 s, and
 * what finds no free connection within 5 s give up.
 */
export function connect(url: string, max = 10, options: Options = {}): Database {
  const sql = postgres(url, {
    max,
    connect_timeout: 3,
    idle_timeout: 60,
    // Back at once after a restart: the usual pauses grow to 20 s.
    backoff: (tries: number) => Math.min(3 ** tries / 100, 0.25),
    ...options,
    onnotice: () => {},
    connection: {
      application_name: "portal",
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  });
  boundWait(sql);
  return { db: drizzle(sql) as unknown as Db, sql, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Refuses a statement that no connection took in time: nothing of it was done. Whichever connection comes to it later
 * finds a harmless one in its place.
 */
function boundWait(sql: postgres.Sql): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const query = unsafe(...args);
    const weak = new WeakRef(query as unknown as Waiting);
    setTimeout(() => {
      const late = weak.deref();
      if (!late?.executed || late.state) return;
      Object.assign(late, { strings: ["select 1"], args: [], options: { simple: true } });
      late.reject(Object.assign(new Error("no connection was free"), { code: "57014" }));
    }, PATIENCE_MS).unref();
    return query;
  }) as typeof unsafe;
}

/** What the driver keeps of a statement; `state` is set once a connection has it. */
interface Waiting {
  executed: boolean;
  state: unknown;
  reject(error: Error): void;
}

let shared: Database | undefined;

/** The process's own pool, opened at the first use. */
export function database(): Database {
  shared ??= connect(env().DATABASE_URL);
  return shared;
}

/** Runs `work` in one transaction; inside another transaction it joins that one. */
export function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (is(ctx.db, PgTransaction)) return work(ctx);
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx }));
}

/** Runs `work` on one unchanging, read-only view of the database; inside a transaction it joins that one. */
export function inSnapshot<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (is(ctx.db, PgTransaction)) return work(ctx);
  const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx }), snapshot);
}
