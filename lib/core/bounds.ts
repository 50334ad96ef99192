/** The longest waits of this process for its database and for its own work, in milliseconds. */
const BOUNDS_MS = {
  /**
   * Opening a connection. A busy machine of two cores takes more than a second, and an attempt that was given
   * up would only be repeated; a server that is silent is found by its other connections.
   */
  connection: 10_000,
  /** A statement for a free connection. */
  freeConnection: 5_000,
  /** A statement for its response: longer than the database's own time-out. */
  response: 60_000,
  /** The database for the next statement of an open transaction, whose locks others wait for. */
  idleTransaction: 30_000,
  /** A claim for its response, once it has a connection. */
  claim: 1_000,
  /** A server for the question whether it works. */
  serverState: 2_000,
  /** A replica for its lag. */
  replica: 1_500,
  /**
   * The database for the question whether this process is ready:
   * proxies take slow processes out, all of a busy machine.
   */
  readiness: 5_000,
  /** The database for the gauges: a scraper gives up then as well. */
  gauges: 5_000,
  /** Work for earlier work of the same key: as long as the database waits for a row's lock. */
  mutex: 10_000,
  /** A lane for its work under way when the process stops: the next process starts it again. */
  laneStop: 5_000,
  /** The process for all of that; orchestrators usually wait for 30 s. */
  processStop: 25_000,
};

/**
 * Returns a bound. Tests multiply them by `BOUNDS_FACTOR`, so that none is reached because a machine is slow;
 * a test about one makes it small.
 */
export const getBound = (name: keyof typeof BOUNDS_MS): number => scaleBound(BOUNDS_MS[name]);

/** Returns a bound of one place, as `getBound` does. */
export const scaleBound = (ms: number): number => ms * Number(process.env.BOUNDS_FACTOR ?? 1);

/**
 * Returns what tests, the demo or a benchmark set in the environment instead of the portal's own value. Their
 * factor is needed too, so that a name alone never changes or weakens a portal.
 */
export const getTrialValue = (name: string): string | undefined =>
  (process.env.BOUNDS_FACTOR && process.env[name]) || undefined;

/**
 * The memory for hashing a password: OWASP's 19 MiB. Tests set less, because real hashing takes longer than
 * most of them.
 */
export const getHashMemoryKib = (): number => Number(getTrialValue("HASH_MEMORY_KIB") ?? 19_456);
