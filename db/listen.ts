import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { open } from "./driver.ts";

type Handler = (payload: string) => void;

const handlers = new Map<string, Set<Handler>>();
const heard = new Map<string, Promise<void>>();
let line: postgres.Sql | undefined;
let closed = false;
let lost = false;

/**
 * Calls `handler` for every NOTIFY on a channel, over one connection per process that is opened again whenever
 * it breaks; the handler is then called once with "" for whatever was missed. (The driver's own `listen` tries
 * to come back only once.) Resolves when the channel is heard.
 * @returns how to stop.
 */
export async function listen(channel: string, handler: Handler): Promise<() => void> {
  const set = handlers.get(channel) ?? new Set();
  handlers.set(channel, set.add(handler));
  line ??= openLine();
  const hearing = heard.get(channel) ?? hear(line, channel);
  heard.set(channel, hearing);
  try {
    await hearing;
  } catch (error) {
    set.delete(handler);
    heard.delete(channel);
    throw error;
  }
  return () => set.delete(handler);
}

/** Ends the connection, so that a process may end. */
export async function stopListening(): Promise<void> {
  closed = true;
  await line?.end({ timeout: 1 });
}

function openLine(): postgres.Sql {
  const opened: postgres.Sql = open(env().DATABASE_URL, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: "portal-listen" },
    onnotify: tell,
    onclose: () => void reopen(opened),
  } as postgres.Options<Record<string, never>>);
  return opened;
}

/** One broken connection may be told of more than once; only the one in use is replaced. */
async function reopen(broken: postgres.Sql): Promise<void> {
  if (closed || line !== broken) return;
  const fresh = openLine();
  line = fresh;
  await pause(100);
  try {
    for (const channel of handlers.keys()) await hear(fresh, channel);
  } catch (error) {
    if (!lost) log.warn("listen.lost", { error });
    lost = true;
    return reopen(fresh);
  }
  lost = false;
  for (const channel of handlers.keys()) tell(channel, "");
}

async function hear(sql: postgres.Sql, channel: string): Promise<void> {
  await sql`listen ${sql(channel)}`;
}

function tell(channel: string, payload: string): void {
  for (const handler of handlers.get(channel) ?? []) handler(payload);
}
