import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "#lib/core/log";
import { askAll, forgetPrimary } from "./find-primary.ts";
import { PoolSocket } from "./pool-socket.ts";

/** A statement without a response for this long makes the portal ask whether its session still works. */
export const SILENCE_MS = 2_000;

/** The number of questions without a response after which a server is gone. */
const MAX_MISSES = 2;

/** The time for a response that is on its way, or has come to a process that was too busy to read it. */
const GRACE_MS = 250;

/** A statement that a session took and that has no response. */
export interface SilentStatement {
  /** The process id of its session. */
  session: number;
  isOver(): boolean;
}

const openSockets = new Map<string, Set<Socket>>();
const silentStatements = new Map<string, Set<SilentStatement>>();

/** Returns the open connections to an address, of all pools. */
export function getOpenSockets(url: string): Set<Socket> {
  const sockets = openSockets.get(url) ?? new Set();
  openSockets.set(url, sockets);
  return sockets;
}

/**
 * Asks about the statement's session on a new connection, until the statement is over. When the server
 * doesn't respond twice, on any connection, or doesn't know the session, all connections that are older than
 * the question are cut: a machine that fell silent closes none. Slow statements aren't disturbed, because
 * their sessions work; nor is a machine that is too busy for another connection, because it continues to
 * respond on those that are open.
 */
export function watchStatement(url: string, statement: SilentStatement): void {
  const watched = silentStatements.get(url);
  if (watched) return void watched.add(statement);
  const silent = new Set([statement]);
  silentStatements.set(url, silent);
  void watchUntilOver(url, silent).finally(() => silentStatements.delete(url));
}

async function watchUntilOver(url: string, silent: Set<SilentStatement>): Promise<void> {
  for (let misses = 0; ; ) {
    for (const statement of silent) if (statement.isOver()) silent.delete(statement);
    if (silent.size === 0) return;
    const requestedAt = performance.now();
    const statements = [...silent];
    try {
      const { working } = await askAll(
        url,
        statements.map(({ session }) => session),
      );
      misses = 0;
      const lost = statements.filter(({ session }) => working && !working.includes(session));
      if (lost.length > 0) await pause(GRACE_MS, undefined, { ref: false });
      if (lost.some((statement) => !statement.isOver())) cutSockets(url, requestedAt, "session");
    } catch (error) {
      await pause(GRACE_MS, undefined, { ref: false });
      misses =
        isResponse(error) || listPoolSockets(url).some(({ heardAt }) => heardAt > requestedAt)
          ? 0
          : misses + 1;
      if (misses === MAX_MISSES) cutSockets(url, requestedAt, "server");
    }
    if (misses === 0) await pause(SILENCE_MS, undefined, { ref: false });
  }
}

/** Whether the server responded, though with an error: it has too many connections, for example. */
const isResponse = (error: unknown) => error instanceof Error && "severity" in error;

const listPoolSockets = (url: string) =>
  [...getOpenSockets(url)].filter((socket) => socket instanceof PoolSocket);

function cutSockets(url: string, openedBefore: number, lost: "session" | "server"): void {
  const sockets = listPoolSockets(url).filter(({ openedAt }) => openedAt < openedBefore);
  log.warn("database.silent", { lost, cut: sockets.length });
  forgetPrimary(url);
  for (const socket of sockets) socket.destroy();
}
