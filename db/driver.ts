import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { hasCode } from "#lib/core/error";

/** How long a statement waits for a connection, and a lost connection is waited for to be seen closed, in ms. */
const PATIENCE_MS = 5_000;

/**
 * The driver's pool, mended: every statement is answered or refused within bounds, and a lost connection does no harm.
 * See docs/decisions/lost-connections.md.
 * @param bounds.answerMs after this long nobody will answer a statement any more; more than the database's own time-outs.
 * @param bounds.waitMs how long a statement waits for a connection.
 * @param lines where the pool's connections are kept while they stand, for whoever wants to cut them.
 */
export function open(
  url: string,
  options: postgres.Options<Record<string, never>>,
  bounds: Bounds = {},
  lines?: Set<Socket>,
): postgres.Sql {
  const sql = postgres(url, {
    connect_timeout: 3,
    // The types of arrays, asked for first on each connection: when it is lost meanwhile, the process ends or waits for ever.
    fetch_types: false,
    // Back at once after a restart: the usual pauses grow to 20 s.
    backoff: (tries: number) => Math.min(3 ** tries / 100, 0.25),
    socket: ({ path, host, port }: Place) => new Line(lines).to(path, host[0], port[0]),
    onnotice: () => {},
    ...options,
  } as postgres.Options<Record<string, never>>);
  // On a new connection it would wait without end, now that no types are asked for.
  sql.reserve = () => Promise.reject(new Error("Use a transaction."));
  boundWait(sql, bounds);
  surviveLoss(sql);
  takeLastUsed(sql);
  return sql;
}

interface Bounds {
  answerMs?: number | undefined;
  waitMs?: number | undefined;
}

interface Place {
  path?: string | false;
  host: string[];
  port: number[];
}

/**
 * A line that tells of its failure and of its end in one breath. In between, the driver would give statements to a
 * connection that is gone, and nobody would ever answer them.
 */
class Line extends Socket {
  /** What the driver names a server by, for TLS and in errors. */
  host?: string | undefined;
  port?: number | undefined;
  #failure: unknown;
  readonly #lines: Set<Socket> | undefined;

  constructor(lines: Set<Socket> | undefined) {
    super();
    this.#lines = lines?.add(this);
  }

  to(path: string | false | undefined, host = "localhost", port = 5432): this {
    Object.assign(this, { host, port });
    return path ? this.connect(path) : this.connect(port, host);
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === "error") {
      this.#failure = args[0];
      return true;
    }
    if (event === "close") this.#lines?.delete(this);
    if (event === "close" && this.#failure) super.emit("error", this.#failure);
    return super.emit(event, ...args);
  }
}

/** What the driver keeps of a statement; `state` is set once a connection has it. */
interface Waiting {
  executed: boolean;
  state: unknown;
  resolve(rows: unknown): void;
  reject(error: Error): void;
}

/**
 * Refuses a statement that no connection took in time: nothing of it was done. Whichever connection comes to it later
 * finds a harmless one in its place. One that was taken and is not answered in time is lost with its connection.
 */
function boundWait(sql: postgres.Sql, { answerMs, waitMs = PATIENCE_MS }: Bounds): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const query = unsafe(...args);
    const waiting = query as unknown as Waiting;
    const { resolve, reject } = waiting;
    let over = false;
    waiting.resolve = (rows) => {
      over = true;
      resolve(rows);
    };
    waiting.reject = (error) => {
      over = true;
      reject(error);
    };
    const weak = new WeakRef(waiting);
    setTimeout(() => {
      const late = weak.deref();
      if (!late?.executed || over) return;
      if (!late.state) {
        Object.assign(late, { strings: ["select 1"], args: [], options: { simple: true } });
        late.reject(Object.assign(new Error("no connection was free"), { code: "57014" }));
      } else if (answerMs) {
        const lost = Object.assign(new Error("no answer came"), { code: "CONNECTION_CLOSED" });
        setTimeout(() => over || late.reject(lost), answerMs).unref();
      }
    }, waitMs).unref();
    return query;
  }) as typeof unsafe;
}

/**
 * Keeps a transaction whose connection is lost from saying anything more on it, its own rollback included: the driver
 * would write to a socket that is gone, which ends the process, and the connection could not be used for long after.
 */
function surviveLoss(sql: postgres.Sql): void {
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const beginSafely = (...args: [Work] | [string, Work]) => {
    const [work, options = ""] = args.toReversed() as [Work, string?];
    const over = Promise.withResolvers<void>();
    let lost = false;
    const done = begin(options, async (tx) => {
      const unsafe = tx.unsafe;
      tx.unsafe = ((...query: Parameters<typeof unsafe>) => {
        if (lost) throw Object.assign(new Error("the connection was lost"), { code: "CONNECTION_CLOSED" });
        return unsafe(...query);
      }) as typeof unsafe;
      // Whoever began it is told by the connection's end; what came of the work interests nobody then.
      const unlessLost = <T>(then: () => T) => (lost ? new Promise<T>(() => {}) : then());
      try {
        const result = await work(tx);
        return await unlessLost(() => result);
      } catch (error) {
        if (isLost(error)) await Promise.race([over.promise, pause(PATIENCE_MS, undefined, { ref: false })]);
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

/** A connection as the driver keeps it: in one of its queues, and in that of the free ones while its timer runs. */
interface Connection {
  queue: Queue;
  idleTimer: { start(...given: unknown[]): void };
}

interface Queue {
  readonly length: number;
  push(connection: Connection): unknown;
  shift(): Connection | undefined;
}

/**
 * Gives a statement to the connection that became free last. The driver takes the one that rested longest, so that a little
 * work goes round all of them, and each finds what it needs gone from the processor's caches: it takes twice as long. The
 * queue of free connections is seen when the first of them comes into it.
 */
function takeLastUsed(sql: postgres.Sql): void {
  const unsafe = sql.unsafe;
  sql.unsafe = ((text, parameters = [], options = {}) => {
    const { onexecute = () => true } = options as { onexecute?: (connection: Connection) => unknown };
    const seen = (connection: Connection) => {
      const { start } = connection.idleTimer;
      connection.idleTimer.start = (...given) => {
        connection.idleTimer.start = start;
        if (sql.unsafe !== unsafe) turnRound(connection.queue);
        sql.unsafe = unsafe;
        start(...given);
      };
      return onexecute(connection);
    };
    return unsafe(text, parameters, { ...options, onexecute: seen } as typeof options);
  }) as typeof unsafe;
}

function turnRound(queue: Queue): void {
  const shift = queue.shift;
  queue.shift = () => {
    const earlier = Array.from({ length: queue.length - 1 }, shift);
    const last = shift();
    for (const connection of earlier) if (connection) queue.push(connection);
    return last;
  };
}

type Work = (tx: postgres.TransactionSql) => unknown;

const isLost = (error: unknown) => hasCode(error, /^(08|25P03|57P0|CONNECTION_|ECONN|EPIPE|ETIMEDOUT)/);
