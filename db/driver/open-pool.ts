import type { Socket } from "node:net";
import postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import { listServerUrls } from "#lib/core/database-url";
import { endLostTransactions } from "./end-lost-transactions.ts";
import { findPrimary, forgetPrimary } from "./find-primary.ts";
import { ignoreLateTlsErrors } from "./ignore-late-tls-errors.ts";
import { limitWaiting, type PoolBounds } from "./limit-waiting.ts";
import type { ServerLocation } from "./pool-socket.ts";
import { readAddress } from "./read-address.ts";
import { removeLeadingHoles } from "./remove-leading-holes.ts";
import { sendUnsentStatements } from "./send-unsent-statements.ts";
import { getServerDoor, watchOpening } from "./server-door.ts";
import { getOpenSockets } from "./silent-server.ts";
import { watchTransactions } from "./watch-transactions.ts";

ignoreLateTlsErrors();

/**
 * Opens the driver's pool with corrections: every statement is answered or rejected within bounds, and a lost
 * connection does no harm. See docs/decisions/lost-connections.md.
 * @param bounds.responseTimeoutMs after this long a statement gets no response any more; more than the
 * database's own time-outs.
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
  const address = readAddress(getFirstServerUrl(url));
  const sql = postgres(address.url, {
    connect_timeout: getBound("connection") / 1000,
    // The driver would request array types first on each connection: if it is lost meanwhile, the process
    // ends or waits for ever. https://github.com/porsager/postgres/issues/1192 and 1223
    fetch_types: false,
    // The server's door pauses. The driver would pause for up to 20 s, or not at all.
    // https://github.com/porsager/postgres/issues/1193
    backoff: () => 0,
    socket: createSocketOpener(url, sockets, () => !hasEnded),
    onnotice: () => {},
    ...address.options,
    ...options,
    // Machine code for one statement costs more than it saves: a list of 50 rows would wait for it.
    connection: { jit: "off", ...options.connection },
  } as postgres.Options<Record<string, never>>);
  watchOpening(sql, url);
  // It would wait without end for a connection that was lost at work.
  // https://github.com/porsager/postgres/issues/1130
  const end = sql.end;
  sql.end = async (options) => {
    await end({ timeout: MAX_END_S, ...options });
    hasEnded = true;
    for (const socket of sockets) socket.destroy();
  };
  removeLeadingHoles(sql);
  limitWaiting(sql, url, bounds);
  sendUnsentStatements(sql);
  watchTransactions(sql, url);
  endLostTransactions(sql);
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

/** The time in seconds for statements under way when a pool is closed. */
const MAX_END_S = 5;

const getFirstServerUrl = (url: string) => listServerUrls(url)[0] ?? url;

/**
 * Returns the driver's opener of sockets: of several servers it chooses the primary, which the driver
 * doesn't. https://github.com/porsager/postgres/issues/815
 */
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
