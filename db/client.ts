import "server-only";
import type { Socket } from "node:net";
import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import type { Ctx, Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { openPool } from "./driver/open-pool.ts";

export interface Database {
  db: Db;
  sql: postgres.Sql;
  close(): Promise<void>;
  /** Cuts every connection at once, whatever is under way. */
  cut(): Promise<void>;
}

type Options = Pick<
  postgres.Options<Record<string, never>>,
  "idle_timeout" | "max_lifetime" | "onclose" | "connection" | "connect_timeout"
> & {
  /**
   * Milliseconds after which a statement without a response is given up: its connection is
   * dead, though no error came.
   */
  responseTimeoutMs?: number;
  /** Milliseconds that a statement waits for a connection; 5,000 by default. */
  waitMs?: number;
};

/**
 * Opens a pool of at most `max` connections. Statements and idle transactions end after 30 s, waits for a
 * lock after 10 s and for a free connection after 5 s.
 */
export function connect(url: string, max = 10, options: Options = {}): Database {
  const { responseTimeoutMs = getBound("response"), waitMs, connection, ...others } = options;
  const pool = {
    max,
    idle_timeout: 60,
    ...others,
    connection: {
      application_name: "portal",
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: getBound("idleTransaction"),
      ...connection,
    },
  };
  const sockets = new Set<Socket>();
  const sql = openPool(url, pool, { responseTimeoutMs, waitMs }, sockets);
  return {
    db: drizzle(sql) as unknown as Db,
    sql,
    close: () => sql.end(),
    cut() {
      for (const socket of sockets) socket.destroy();
      return sql.end({ timeout: 0 });
    },
  };
}

let sharedDatabase: Database | undefined;

export function getDatabase(): Database {
  sharedDatabase ??= connect(env().DATABASE_URL);
  return sharedDatabase;
}

/** Closes that pool, if it was opened. */
export async function closeDatabase(): Promise<void> {
  const opened = sharedDatabase;
  sharedDatabase = undefined;
  await opened?.close();
}

/** Whether what `ctx` does is committed later, by an outer transaction. */
export const isInTransaction = (ctx: Ctx): boolean => is(ctx.db, PgTransaction);

/** Runs `work` in one transaction; inside another transaction it joins that one. */
export function inTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (is(ctx.db, PgTransaction)) return work(ctx);
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx, readReplica: undefined }));
}

/** Runs `work` on one unchanging, read-only view of the database; inside a transaction it joins that one. */
export function inSnapshot<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (is(ctx.db, PgTransaction)) return work(ctx);
  const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx, readReplica: undefined }), snapshot);
}
