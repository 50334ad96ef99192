import type postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import { isDatabaseDown } from "#lib/core/database-error";
import { correctEachStatement, type PendingQuery } from "./each-statement.ts";
import { SILENCE_MS, watchStatement } from "./silent-server.ts";

/** A page that fails this soon after a connection was lost, or none was free, probably fails by it. */
const LOSS_WINDOW_MS = 10_000;

/** Global, since the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalDatabaseLostAt?: number };

/** Returns whether the database couldn't be reached, or had no free connection, in the last ten seconds. */
export const wasDatabaseLost = (): boolean =>
  performance.now() - (sharedGlobal.portalDatabaseLostAt ?? Number.NEGATIVE_INFINITY) < LOSS_WINDOW_MS;

function noteLoss(): void {
  sharedGlobal.portalDatabaseLostAt = performance.now();
}

export interface PoolBounds {
  responseTimeoutMs?: number | undefined;
  waitMs?: number | undefined;
}

/**
 * Rejects a statement that no connection took in time: nothing of it was executed. A connection that reaches
 * it later runs a harmless statement instead. A statement that was taken and gets no response in time is lost
 * with its connection. https://github.com/porsager/postgres/issues/824 and 1089.
 */
export function limitWaiting(sql: postgres.Sql, url: string, bounds: PoolBounds): void {
  correctEachStatement(sql, (query) => {
    const { responseTimeoutMs, waitMs = getBound("freeConnection") } = bounds;
    const silenceMs = Math.min(SILENCE_MS, waitMs);
    const statement = new BoundedStatement(query, url);
    runLater(silenceMs, () => {
      statement.watchIfTaken();
      if (!statement.isOver) runLater(waitMs - silenceMs, () => statement.endWaiting(responseTimeoutMs));
    });
  });
}

export const runLater = (ms: number, work: () => void) => setTimeout(work, ms).unref();

/** A statement, and whether it has its response. */
export class BoundedStatement {
  isOver = false;
  /** Weak, since one that is never executed has no response. */
  readonly #query: WeakRef<PendingQuery>;
  readonly #url: string;
  #isWatched = false;

  constructor(query: PendingQuery, url: string) {
    this.#query = new WeakRef(query);
    this.#url = url;
    const { resolve, reject } = query;
    query.resolve = (rows) => {
      this.isOver = true;
      resolve(rows);
    };
    query.reject = (error) => {
      this.isOver = true;
      if (isDatabaseDown(error)) noteLoss();
      reject(error);
    };
  }

  /** Watches the session that executes it. */
  watchIfTaken(): void {
    const session = this.#getLate()?.state?.pid;
    if (session === undefined || this.#isWatched) return;
    this.#isWatched = true;
    watchStatement(this.#url, { session, isOver: () => this.isOver });
  }

  /** Rejects it if no connection has taken it; otherwise once the time for its response is over, if any. */
  endWaiting(responseTimeoutMs: number | undefined): void {
    const late = this.#getLate();
    this.watchIfTaken();
    if (late && !late.state) rejectUntaken(late);
    else if (late && responseTimeoutMs) runLater(responseTimeoutMs, () => this.isOver || rejectLost(late));
  }

  #getLate(): PendingQuery | undefined {
    const query = this.#query.deref();
    return !this.isOver && query?.executed ? query : undefined;
  }
}

function rejectUntaken(query: PendingQuery): void {
  // A cancelled statement would keep the connection that it opens from all others.
  Object.assign(query, { strings: ["select 1"], args: [], options: { simple: true } });
  noteLoss();
  query.reject(Object.assign(new Error("no connection was free"), { code: "57014" }));
}

function rejectLost(query: PendingQuery): void {
  query.reject(Object.assign(new Error("no response came"), { code: "CONNECTION_CLOSED" }));
}
