import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { getBound } from "#lib/core/bounds";
import type { ServerLocation } from "./pool-socket.ts";
import { readAddress } from "./read-address.ts";
import { getServerDoor, watchOpening } from "./server-door.ts";

export interface ServerState {
  location: ServerLocation;
  /** Whether it accepts writes: a standby doesn't. */
  isPrimary: boolean;
  /** Grows with each promotion. */
  timeline: number;
  /** The working sessions among those asked about; undefined behind a pooler, which hides them. */
  working: number[] | undefined;
}

/**
 * Asks one server on a new connection about itself.
 * @param sessions process ids of its sessions.
 * @throws Error when it doesn't respond within two seconds.
 */
export async function askServer(url: string, sessions: readonly number[] = []): Promise<ServerState> {
  const sockets = new Set<Socket>();
  let location: ServerLocation | undefined;
  let isWanted = true;
  const address = readAddress(url);
  const sql = postgres(address.url, {
    ...address.options,
    max: 1,
    connect_timeout: getBound("serverState") / 1000,
    fetch_types: false,
    socket: (at: ServerLocation) => {
      location = { path: at.path ?? false, host: at.host, port: at.port };
      return getServerDoor(url).open(
        [sockets],
        () => isWanted,
        () => at,
      );
    },
    onnotice: () => {},
    connection: { application_name: "portal-ask" },
  } as postgres.Options<Record<string, never>>);
  watchOpening(sql, url);
  const late = pause(getBound("serverState"), undefined, { ref: false }).then(() => {
    throw Object.assign(new Error("the server didn't respond"), { code: "CONNECT_TIMEOUT" });
  });
  const query = sql.unsafe(describeServer(sessions));
  try {
    const [row] = await Promise.race([query, late]);
    const { pid } = (query as unknown as { state: { pid: number } }).state;
    return {
      location: location as ServerLocation,
      isPrimary: row?.is_primary === true,
      timeline: Number.parseInt(String(row?.timeline ?? "0"), 16),
      working:
        row?.pid === pid
          ? String(row.working ?? "")
              .split(",")
              .map(Number)
          : undefined,
    };
  } finally {
    isWanted = false;
    for (const socket of sockets) socket.destroy();
    void sql.end({ timeout: 0 }).catch(() => {});
  }
}

/** One simple statement: a server that is asked once needs no preparation. */
const describeServer = (sessions: readonly number[]) => `
  select not pg_is_in_recovery() as is_primary, pg_backend_pid() as pid,
    (select left(pg_walfile_name(pg_current_wal_lsn()), 8) where not pg_is_in_recovery()) as timeline,
    (select string_agg(pid::text, ',') from pg_stat_activity
      where pid in (0${sessions.map((pid) => `, ${Number(pid)}`).join("")}) and state not like 'idle%') as working`;
