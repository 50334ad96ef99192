import type postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import { isDatabaseDown } from "#lib/core/database-error";
import { correctEachStatement, type PendingQuery } from "./each-statement.ts";
import { SILENCE_MS, type SilentStatement, watchStatement } from "./silent-server.ts";

/** A page that fails this soon after a connection was lost, or none was free, probably fails by it. */
const LOSS_WINDOW_MS = 10_000;

/** Global, since the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalDatabaseLostAt?: number };

/** Returns whether the database couldn't be reached, or had no free connection, in the last ten seconds. */
export const wasDatabaseLost = (): boolean =>
  performance.now() - (sharedGlobal.portalDatabaseLostAt ?? Number.NEGATIVE_INFINITY) < LOSS_WINDOW_MS;

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
  correctEachStatement(sql, (waiting) => {
    const { responseTimeoutMs, waitMs = getBound("freeConnection") } = bounds;
    const { resolve, reject } = waiting;
    let over = false;
    waiting.resolve = (rows) => {
      over = true;
      resolve(rows);
    };
    waiting.reject = (error) => {
      over = true;
      if (isDatabaseDown(error)) sharedGlobal.portalDatabaseLostAt = performance.now();
      reject(error);
    };
    const weak = new WeakRef(waiting);
    const isOver = () => over;
    const getLate = () => (over || !weak.deref()?.executed ? undefined : weak.deref());
    let watched: SilentStatement | undefined;
    const watchIfTaken = (state: PendingQuery["state"] | undefined) => {
      if (!state || watched) return;
      watched = { session: state.pid, isOver };
      watchStatement(url, watched);
    };
    const endWaiting = () => {
      const late = getLate();
      if (!late) return;
      if (!late.state) {
        // A cancelled statement would keep the connection that it opens from all others.
        Object.assign(late, { strings: ["select 1"], args: [], options: { simple: true } });
        sharedGlobal.portalDatabaseLostAt = performance.now();
        late.reject(Object.assign(new Error("no connection was free"), { code: "57014" }));
        return;
      }
      watchIfTaken(late.state);
      if (!responseTimeoutMs) return;
      const lost = Object.assign(new Error("no response came"), { code: "CONNECTION_CLOSED" });
      setTimeout(() => over || late.reject(lost), responseTimeoutMs).unref();
    };
    const firstMs = Math.min(SILENCE_MS, waitMs);
    setTimeout(() => {
      watchIfTaken(getLate()?.state);
      if (!over) setTimeout(endWaiting, waitMs - firstMs).unref();
    }, firstMs).unref();
  });
}
