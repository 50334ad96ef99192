import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import { hasErrorCode, isDatabaseDown } from "#lib/core/database-error";
import { listServerUrls } from "#lib/core/database-url";
import { findPrimary, forgetPrimary } from "./find-primary.ts";
import type { ServerLocation } from "./pool-socket.ts";
import { dismissSockets, getServerDoor, watchOpening } from "./server-door.ts";
import { getOpenSockets, SILENCE_MS, type SilentStatement, watchStatement } from "./silent-server.ts";

/** A page that fails this soon after a connection was lost, or after none was free, probably fails because of it. */
const LOSS_WINDOW_MS = 10_000;

/** Global, since the pages' bundle has a second copy of this file. */
const sharedGlobal = globalThis as { portalDatabaseLostAt?: number };

/** Returns whether the database couldn't be reached, or had no free connection, within the last ten seconds. */
export const wasDatabaseLost = (): boolean =>
  performance.now() - (sharedGlobal.portalDatabaseLostAt ?? Number.NEGATIVE_INFINITY) < LOSS_WINDOW_MS;

/**
 * Opens the driver's pool with corrections: every statement is answered or rejected within bounds, and a lost
 * connection does no harm. See docs/decisions/lost-connections.md.
 * @param bounds.responseTimeoutMs after this long a statement gets no response any more; more than the database's own
 * time-outs.
 * @param bounds.waitMs the maximum wait of a statement for a connection.
 * @param sockets the pool's open connections, for a caller that cuts them.
 */
export function openPool(
  url: string,
  options: postgres.Options<Record<string, never>>,
  bounds: PoolBounds = {},
  sockets: Set<Socket> = new Set(),
): postgres.Sql {
  let hasEnded = false;
  const sql = postgres(getFirstServerUrl(url), {
    connect_timeout: getBound("connection") / 1000,
    // The driver would request array types first on each connection: if it is lost meanwhile, the process ends or waits
    // for ever.
    fetch_types: false,
    // The server's door pauses. The driver would pause for up to 20 s, or not at all.
    backoff: () => 0,
    socket: createSocketOpener(url, sockets, () => !hasEnded),
    onnotice: () => {},
    ...options,
  } as postgres.Options<Record<string, never>>);
  // On a new connection it would wait without end, because no types are requested.
  sql.reserve = () => Promise.reject(new Error("Use a transaction."));
  watchOpening(sql, url);
  const end = sql.end;
  sql.end = async (options) => {
    dismissSockets(sockets);
    await end(options);
    hasEnded = true;
    for (const socket of sockets) socket.destroy();
  };
  limitWaiting(sql, url, bounds);
  sendUnsentStatements(sql);
  handleConnectionLoss(sql);
  preferRecentConnections(sql);
  return sql;
}

/** Runs work on a connection of its own, which is closed after it. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = openPool(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const getFirstServerUrl = (url: string) => listServerUrls(url)[0] ?? url;

/** Returns the driver's opener of sockets: of several servers it chooses the primary. */
function createSocketOpener(url: string, sockets: Set<Socket>, isWanted: () => boolean) {
  const door = getServerDoor(url);
  const lists = [sockets, getOpenSockets(url)];
  if (listServerUrls(url).length === 1)
    return (location: ServerLocation) => door.open(lists, isWanted, () => location);
  return async () => {
    const socket = await door.open(lists, isWanted, () => findPrimary(url));
    return socket.on("close", () => forgetPrimary(url));
  };
}

interface PoolBounds {
  responseTimeoutMs?: number | undefined;
  waitMs?: number | undefined;
}

/** The driver's state of a statement; `state` is set once a connection has it. */
interface PendingQuery {
  executed: boolean;
  state: { pid: number } | null;
  /** Gives a statement to a connection. */
  handler(query: PendingQuery): void;
  resolve(rows: unknown): void;
  reject(error: Error): void;
}

/**
 * Rejects a statement that no connection took in time: nothing of it was executed. A connection that reaches it later
 * runs a harmless statement instead. A statement that was taken and gets no response in time is lost with its
 * connection.
 */
function limitWaiting(sql: postgres.Sql, url: string, bounds: PoolBounds): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const { responseTimeoutMs, waitMs = getBound("freeConnection") } = bounds;
    const query = unsafe(...args);
    const waiting = query as unknown as PendingQuery;
    const { resolve, reject } = waiting;
    let over = false;
    waiting.resolve = (rows) => {
      over = true;
      removeLeadingHoles(rows);
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
    return query;
  }) as typeof unsafe;
}

/**
 * The driver rejects the first statement on a new connection with the error that ended the connection before it, and sends
 * nothing of it. It is given to a connection again.
 */
function sendUnsentStatements(sql: postgres.Sql): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const query = unsafe(...args);
    const pending = query as unknown as PendingQuery;
    const { reject } = pending;
    pending.reject = (error) =>
      !pending.state && isSessionEnded(error) ? pending.handler(pending) : reject(error);
    return query;
  }) as typeof unsafe;
}

/** The driver continues the count of a statement that failed between its rows: the next one's begin after holes. */
function removeLeadingHoles(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length === 0 || 0 in rows) return;
  rows.splice(
    0,
    rows.findIndex((_, index) => index in rows),
  );
}

/**
 * Keeps a transaction whose connection is lost from sending anything more on it, its own rollback included: the driver
 * would write to a socket that is gone, which ends the process, and the connection could not be used for long after.
 */
function handleConnectionLoss(sql: postgres.Sql): void {
  const begin = sql.begin.bind(sql) as (options: string, work: TransactionWork) => Promise<unknown>;
  const beginSafely = (...args: [TransactionWork] | [string, TransactionWork]) => {
    const [work, options = ""] = args.toReversed() as [TransactionWork, string?];
    const over = Promise.withResolvers<void>();
    let lost = false;
    const done = begin(options, async (tx) => {
      const unsafe = tx.unsafe;
      tx.unsafe = ((...query: Parameters<typeof unsafe>) => {
        if (lost) throw Object.assign(new Error("the connection was lost"), { code: "CONNECTION_CLOSED" });
        return unsafe(...query);
      }) as typeof unsafe;
      // The connection's end rejects the transaction; its result no longer matters.
      const unlessLost = <T>(then: () => T) => (lost ? new Promise<T>(() => {}) : then());
      try {
        const result = await work(tx);
        return await unlessLost(() => result);
      } catch (error) {
        if (isConnectionLost(error))
          await Promise.race([over.promise, pause(getBound("freeConnection"), undefined, { ref: false })]);
        return unlessLost(() => Promise.reject(error));
      }
    });
    return done.catch((error: unknown) => {
      lost = true;
      over.resolve();
      throw error;
    });
  };
  sql.begin = beginSafely as typeof sql.begin;
}

/** A connection in the driver: in one of its queues, and in the queue of free ones while its timer runs. */
interface PoolConnection {
  queue: ConnectionQueue;
  idleTimer: { start(...given: unknown[]): void };
}

interface ConnectionQueue {
  readonly length: number;
  push(connection: PoolConnection): unknown;
  shift(): PoolConnection | undefined;
}

/**
 * Gives a statement to the connection that became free last. The driver takes the one that rested longest, so that a little
 * work goes round all of them, and each finds what it needs gone from the processor's caches: it takes twice as long. The
 * queue of free connections is seen when the first of them comes into it.
 */
function preferRecentConnections(sql: postgres.Sql): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((text, parameters = [], options = {}) => {
    const { onexecute = () => true } = options as { onexecute?: (connection: PoolConnection) => unknown };
    const seen = (connection: PoolConnection) => {
      const { start } = connection.idleTimer;
      connection.idleTimer.start = (...given) => {
        connection.idleTimer.start = start;
        if (sql.unsafe !== unsafe) reverseQueue(connection.queue);
        sql.unsafe = unsafe;
        start(...given);
      };
      return onexecute(connection);
    };
    return unsafe(text, parameters, { ...options, onexecute: seen } as typeof options);
  }) as typeof unsafe;
}

function reverseQueue(queue: ConnectionQueue): void {
  const shift = queue.shift;
  queue.shift = () => {
    const earlier = Array.from({ length: queue.length - 1 }, shift);
    const last = shift();
    for (const connection of earlier) if (connection) queue.push(connection);
    return last;
  };
}

type TransactionWork = (tx: postgres.TransactionSql) => unknown;

const isSessionEnded = (error: unknown) => hasErrorCode(error, /^(57P0[1235]|25P03)$/);

const isConnectionLost = (error: unknown) =>
  hasErrorCode(error, /^(08|25P03|57P0|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/);
