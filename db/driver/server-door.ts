import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { PoolSocket, type ServerLocation } from "./pool-socket.ts";

const MAX_PAUSE_MS = 250;

/**
 * A connection that ends later than this opened, whatever it was used for. One that a pool closes sooner
 * counts as failed too, which costs the next one a pause.
 */
const OPENING_MS = 10_000;

/**
 * The way of all connections of this process to one address. While they fail to open, one is attempted at a
 * time, after a pause: each costs the server a process and a password check. The driver would reconnect at
 * once for every waiting statement, and a server that returns would be busy with those alone.
 * https://github.com/porsager/postgres/issues/1193
 */
class ServerDoor {
  #failures = 0;
  #attempt: Attempt | undefined;

  /**
   * Opens a socket when it is its turn. Where the attempt that it waits for fails
   * with an error, it fails too.
   * @param lists lists of open sockets that it is in until it closes.
   * @throws Error when it is no longer wanted.
   */
  async open(
    lists: readonly Set<Socket>[],
    isWanted: () => boolean,
    findLocation: () => ServerLocation | Promise<ServerLocation>,
  ): Promise<PoolSocket> {
    const { attempt, failure } = await this.#waitForTurn();
    if (!isWanted()) {
      this.#end(attempt);
      throw new Error("the pool has ended");
    }
    const socket = new PoolSocket(lists);
    if (failure) return socket.failSoon(failure);
    socket.once("close", () => {
      if (performance.now() - socket.openedAt < OPENING_MS) this.#failures += 1;
      this.#end(attempt, socket.failure);
    });
    try {
      return socket.to(await findLocation());
    } catch (error) {
      return socket.failSoon(error);
    }
  }

  noteOpened(): void {
    this.#failures = 0;
    this.#end(this.#attempt);
  }

  async #waitForTurn(): Promise<{ attempt?: Attempt; failure?: unknown }> {
    while (this.#failures > 0) {
      if (!this.#attempt) {
        const attempt = Promise.withResolvers<unknown>();
        this.#attempt = attempt;
        const longestMs = Math.min(2 ** this.#failures * 10, MAX_PAUSE_MS);
        await pause((longestMs * (1 + Math.random())) / 2);
        return { attempt };
      }
      const failure = await this.#attempt.promise;
      if (failure) return { failure };
    }
    return {};
  }

  #end(attempt: Attempt | undefined, failure?: unknown): void {
    attempt?.resolve(failure);
    if (this.#attempt === attempt) this.#attempt = undefined;
  }
}

/** Resolves with the error that it failed with, if there was one. */
type Attempt = PromiseWithResolvers<unknown>;

const doors = new Map<string, ServerDoor>();

/** Returns the door that all pools with this address share. */
export function getServerDoor(url: string): ServerDoor {
  const door = doors.get(url) ?? new ServerDoor();
  doors.set(url, door);
  return door;
}

/** Tells the door of each connection that the server accepts, when the driver stores its facts. */
export function watchOpening(sql: postgres.Sql, url: string): void {
  Object.defineProperty(sql.parameters, "server_version", {
    // The driver stores only values that changed.
    get: () => undefined,
    set: () => getServerDoor(url).noteOpened(),
  });
}
