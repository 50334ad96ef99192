import "server-only";
import type { Socket } from "node:net";
import { is } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { Ctx, Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { open } from "./driver.ts";

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
  /** A statement that is not answered within this long, in ms, never will be: the line is dead though nobody said so. */
  answerMs?: number;
  /** How long a statement waits for a connection, in ms; 5 s unless given. */
  waitMs?: number;
};

/** Longer than the database itself allows a statement. */
const ANSWER_MS = 60_000;

/**
 * A pool of at most `max` connections. Statements and idle transactions of over 30 s, locks of over 10 s, and
 * what finds no free connection within 5 s give up.
 */
export function connect(url: string, max = 10, options: Options = {}): Database {
  const { answerMs = ANSWER_MS, waitMs, connection, ...others } = options;
  const pool = {
    max,
    idle_timeout: 60,
    ...others,
    connection: {
      application_name: "portal",
      statement_timeout: 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 30_000,
      ...connection,
    },
  };
  const lines = new Set<Socket>();
  const sql = open(url, pool, { answerMs, waitMs }, lines);
  return {
    db: drizzle(sql) as unknown as Db,
    sql,
    close: () => sql.end({ timeout: 5 }),
    cut() {
      for (const line of lines) line.destroy();
      return sql.end({ timeout: 0 });
    },
  };
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
