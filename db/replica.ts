import "server-only";
import { hostname } from "node:os";
import { getBound } from "#lib/core/bounds";
import type { Db, ReadReplica } from "#lib/core/context";
import { hasErrorCode, isDatabaseDown } from "#lib/core/database-error";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { connect, type Database } from "./client.ts";

/** A replica that is further behind isn't read. */
const MAX_LAG_MS = 60_000;
/** The age of the last check at which the next one is due. */
const CHECK_INTERVAL_MS = 1_000;
const MAX_CONNECTIONS = 5;
/** A change that the replica has to apply ended the statement, or it was about to write. */
const INTERRUPTED = /^(40001|25006|57014|XX)/;

interface Replica {
  database: Database;
  checkedAt: number;
  /** Resolves with the time up to which it is complete; undefined where it can't be used. */
  state: Promise<Date | undefined>;
  usable: boolean;
}

let shared: Replica | undefined;

/**
 * Returns the reader of the replica in `DATABASE_REPLICA_URL`, for a context; undefined where there is none.
 * It reads `primary` while the replica is away or too far behind.
 */
export function getReplicaReader(primary: Db): ReadReplica | undefined {
  const { DATABASE_REPLICA_URL } = env();
  if (!DATABASE_REPLICA_URL) return undefined;
  shared ??= openReplica(DATABASE_REPLICA_URL);
  return createReplicaReader(shared, primary);
}

export function createReplicaReader(replica: Replica, primary: Db): ReadReplica {
  return async (work) => {
    const asOf = await checkReplica(replica);
    if (!asOf) return { value: await work(primary), asOf: undefined };
    try {
      return { value: await work(replica.database.db), asOf };
    } catch (error) {
      if (!isDatabaseDown(error) && !hasErrorCode(error, INTERRUPTED)) throw error;
      replica.checkedAt = Number.NEGATIVE_INFINITY;
      log.warn("replica.failed", { error });
      return { value: await work(primary), asOf: undefined };
    }
  };
}

export const openReplica = (url: string): Replica => ({
  database: connect(url, MAX_CONNECTIONS, {
    waitMs: getBound("replica"),
    connection: { application_name: "portal-replica", default_transaction_read_only: true },
  }),
  checkedAt: Number.NEGATIVE_INFINITY,
  state: Promise.resolve(undefined),
  usable: true,
});

function checkReplica(replica: Replica): Promise<Date | undefined> {
  if (performance.now() - replica.checkedAt > CHECK_INTERVAL_MS) {
    replica.checkedAt = performance.now();
    replica.state = readState(replica);
  }
  return replica.state;
}

/**
 * Finds this process's own last sign of life there (`startHeartbeat`): it proves that the replica is a copy
 * of this very database, and how far it has come, whatever it says about itself.
 */
async function readState(replica: Replica): Promise<Date | undefined> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("The replica doesn't respond.")), getBound("replica")).unref();
  });
  let reason: unknown = "too far behind";
  try {
    const reading = replica.database.sql<{ seen_at: string; lag_ms: number }[]>`
      select max(seen_at) as seen_at, extract(epoch from now() - max(seen_at))::float8 * 1000 as lag_ms
      from processes where starts_with(name, ${`${hostname()}-${process.pid}-`})`;
    const [row] = await Promise.race([reading, late]);
    if (row?.seen_at && row.lag_ms < MAX_LAG_MS) {
      if (!replica.usable) log.info("replica.used");
      replica.usable = true;
      return new Date(row.seen_at);
    }
  } catch (error) {
    reason = error;
  }
  if (replica.usable) log.warn("replica.not_used", { error: reason });
  replica.usable = false;
  return undefined;
}
