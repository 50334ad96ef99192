import { Socket } from "node:net";
import type postgres from "postgres";

/** Node's list of what keeps this process running, which its types leave out. */
const { _getActiveHandles } = process as unknown as { _getActiveHandles(): unknown[] };

/** The last statements on connections that the present test file's databases were dropped with; all copies share them. */
const shared = globalThis as { droppedConnections?: string[] };

/**
 * Notes the connections of this process to a database that is about to be dropped, which are those of pools that aren't closed.
 * The listener's is closed after each file, and questions about silent statements end without it.
 */
export async function noteOpenConnections(sql: postgres.Sql, database: string): Promise<void> {
  const ports = listOpenSockets().map(({ localPort }) => localPort ?? 0);
  const rows = await sql<{ query: string }[]>`
    select query from pg_stat_activity
    where datname = ${database} and client_port = any(${ports})
      and application_name not in ('portal-listen', 'portal-ask')`;
  shared.droppedConnections = [...(shared.droppedConnections ?? []), ...rows.map(({ query }) => query)];
}

/** Closes all connections of this process's pools. @returns the last statements on those that the present test file left open */
export function closeOpenConnections(): string[] {
  for (const socket of listOpenSockets()) if (socket.constructor.name === "PoolSocket") socket.destroy();
  const { droppedConnections = [] } = shared;
  shared.droppedConnections = [];
  return droppedConnections;
}

const listOpenSockets = () =>
  _getActiveHandles
    .call(process)
    .filter((handle): handle is Socket => handle instanceof Socket && !handle.destroyed);
