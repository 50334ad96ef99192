import { setTimeout as pause } from "node:timers/promises";
import { listServerUrls } from "#lib/core/database-url";
import { askServer, type ServerState } from "./ask-server.ts";
import type { ServerLocation } from "./pool-socket.ts";

/** A result is reused for this long, so that the connections of a pool don't each ask all servers. */
const FRESH_MS = 1_000;

/** The wait for slower servers once one primary is known: another may have been promoted after it. */
const GRACE_MS = 500;

interface Search {
  at: number;
  result: Promise<ServerState>;
}

const searches = new Map<string, Search>();

/**
 * Finds the server of an address with several servers that accepts writes. Where two do, because one was
 * promoted while the other was away, it is the one that was promoted last.
 * @throws Error when none does.
 */
export async function findPrimary(url: string): Promise<ServerLocation> {
  let search = searches.get(url);
  if (!search || performance.now() - search.at > FRESH_MS) {
    search = { at: performance.now(), result: askAll(url) };
    searches.set(url, search);
  }
  try {
    return (await search.result).location;
  } catch (error) {
    forgetPrimary(url);
    throw error;
  }
}

/** Asks again for the next connection: one to the present primary was lost. */
export function forgetPrimary(url: string): void {
  searches.delete(url);
}

/** @throws Error when no server accepts writes. */
export async function askAll(url: string, sessions?: readonly number[]): Promise<ServerState> {
  const primaries: ServerState[] = [];
  const errors: unknown[] = [];
  const firstPrimary = Promise.withResolvers<void>();
  const ask = async (server: string) => {
    try {
      const state = await askServer(server, sessions);
      if (!state.isPrimary) return;
      primaries.push(state);
      firstPrimary.resolve();
    } catch (error) {
      errors.push(error);
    }
  };
  const responses = Promise.all(listServerUrls(url).map(ask));
  await Promise.race([
    responses,
    firstPrimary.promise.then(() => pause(GRACE_MS, undefined, { ref: false })),
  ]);
  const [latest] = primaries.toSorted((a, b) => b.timeline - a.timeline);
  if (latest) return latest;
  if (errors.length > 0) throw errors[0];
  throw Object.assign(new Error("none of the servers accepts writes"), { code: "CONNECT_NO_PRIMARY" });
}
