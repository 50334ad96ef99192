import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { Channel } from "#lib/core/channels";
import type { Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { openPool } from "./driver/open-pool.ts";

/** Notifies all processes when the transaction of `db` commits. */
export async function notify(db: Db, channel: Channel, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

type ChannelHandler = (payload: string) => void;

const channelHandlers = new Map<Channel, Set<ChannelHandler>>();
/** A server that fell silent closes no connection: a statement finds out. */
const PING_INTERVAL_MS = 5_000;
const listeningChannels = new Map<Channel, Promise<void>>();

/** Messages are stored for this long, for a caller that read before it listened. */
const REPLAY_WINDOW_MS = 15_000;
/** The maximum difference between the clocks of two portals. */
const MAX_CLOCK_SKEW_MS = 2_000;
let recentMessages: { at: number; channel: string; payload: string }[] = [];
/** The time from which all messages of a channel are stored here. */
const completeSince = new Map<string, number>();
let listenConnection: postgres.Sql | undefined;
let pingTimer: NodeJS.Timeout | undefined;
let isClosed = false;
let isConnectionDown = false;

/**
 * Calls `handler` for every NOTIFY on a channel, over one connection per process that is opened again
 * whenever it breaks; the handler is then called once with "" for missed messages. (The driver's own `listen`
 * tries to reconnect only once.) Resolves when the channel is subscribed.
 * @param since replays the messages since then too, as `messagesSince` does.
 * @returns a function that stops it.
 */
export async function listen(channel: Channel, handler: ChannelHandler, since?: number): Promise<() => void> {
  const set = channelHandlers.get(channel) ?? new Set();
  channelHandlers.set(channel, set.add(handler));
  listenConnection ??= openListenConnection();
  const subscribed = listeningChannels.get(channel) ?? subscribeChannel(listenConnection, channel);
  listeningChannels.set(channel, subscribed);
  try {
    await subscribed;
  } catch (error) {
    set.delete(handler);
    listeningChannels.delete(channel);
    throw error;
  }
  if (since !== undefined) for (const payload of messagesSince(channel, since)) handler(payload);
  return () => set.delete(handler);
}

/**
 * Lists the messages of a channel since an instant, in ms by a portal's clock, for a caller that read
 * then and listens only now.
 * @returns [""], for missed messages, where the list is incomplete: it was too long ago, or this
 * process did not listen yet.
 */
export function messagesSince(channel: Channel, since: number): string[] {
  const from = since - MAX_CLOCK_SKEW_MS;
  const completeFrom = Math.max(
    completeSince.get(channel) ?? Number.POSITIVE_INFINITY,
    Date.now() - REPLAY_WINDOW_MS,
  );
  if (!(from >= completeFrom)) return [""];
  return recentMessages
    .filter((message) => message.channel === channel && message.at >= from)
    .map(({ payload }) => payload);
}

/** Closes the connection, so that the process can end. */
export async function stopListening(): Promise<void> {
  isClosed = true;
  clearInterval(pingTimer);
  await listenConnection?.end({ timeout: 1 });
}

function openListenConnection(): postgres.Sql {
  const opened: postgres.Sql = openPool(env().DATABASE_URL, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: "portal-listen" },
    onnotify: dispatchMessage,
    onclose: () => void reconnect(opened),
  } as postgres.Options<Record<string, never>>);
  pingTimer ??= setInterval(() => {
    // The end of the connection is handled where it is reported.
    listenConnection?.unsafe("select 1").catch(() => {});
  }, PING_INTERVAL_MS).unref();
  return opened;
}

/** A broken connection may be reported more than once; only the one in use is replaced. */
async function reconnect(broken: postgres.Sql): Promise<void> {
  if (isClosed || listenConnection !== broken) return;
  const fresh = openListenConnection();
  listenConnection = fresh;
  await pause(100);
  try {
    for (const channel of channelHandlers.keys()) await subscribeChannel(fresh, channel);
  } catch (error) {
    if (!isConnectionDown) log.warn("listen.lost", { error });
    isConnectionDown = true;
    return reconnect(fresh);
  }
  isConnectionDown = false;
  for (const channel of channelHandlers.keys()) dispatchMessage(channel, "");
}

async function subscribeChannel(on: postgres.Sql, channel: Channel): Promise<void> {
  await on`listen ${on(channel)}`;
  completeSince.set(channel, Date.now());
}

function dispatchMessage(channel: string, payload: string): void {
  const at = Date.now();
  if ((recentMessages[0]?.at ?? at) < at - 2 * REPLAY_WINDOW_MS)
    recentMessages = recentMessages.filter((message) => message.at > at - REPLAY_WINDOW_MS);
  recentMessages.push({ at, channel, payload });
  for (const handler of channelHandlers.get(channel as Channel) ?? []) handler(payload);
}
