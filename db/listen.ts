import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import type { Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { open } from "./driver.ts";

/**
 * What processes tell each other over the database (NOTIFY, heard when its transaction has committed): the payload of
 * each channel, and who hears it. Most of it is sent by triggers: `db/guards.ts` lists them.
 */
export const CHANNELS = {
  /** Placed, or in another state: its buyer's pages, the dispatcher, reconciling. */
  purchase: "reseller's id, ident, state",
  /** Sending was started or stopped, or is to probe: the dispatcher. */
  dispatcher: "nothing",
  /** The upstream took another price than it lists: whoever keeps the catalogue. */
  price_changed: "the plan's id",
  /** A list was begun, paused, goes on or is done: whoever places its rows. */
  bulk: "the run's id",
  /** There is another version of the catalogue. */
  catalogue: "the version",
  /** Messages wait for endpoints: the sender of webhooks. */
  webhook: "nothing",
  /** A message to an endpoint was tried: its reseller's pages. */
  delivery: "reseller's id",
  /** Ordered, or its payment changed: the shop's pages and the customer's. */
  order: "reseller's id, order's id, payment",
  /** An admin wants the providers' settlements compared now: whoever does. */
  settlement: "nothing",
  /** A payment provider sent a notice: whoever verifies payments. */
  payment: "nothing",
  /** An account was told something: its pages, and whoever passes it on by mail and push. */
  notice: "account's id, nothing when it is many",
  /** E-mails wait: the sender of mail. */
  mail: "nothing",
  /** Messages wait for browsers: the sender of pushes. */
  push: "nothing",
  /** There is work: the lane of background work with this name. */
  lane: "a lane",
  /** Money was moved by hand, asked for or paid, or a list was paused: its owner's pages and the admins'. */
  wallet: "reseller's id",
} as const;
export type Channel = keyof typeof CHANNELS;

/** Tells all processes, as soon as the transaction of `db` commits. */
export async function notify(db: Db, channel: Channel, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

type Handler = (payload: string) => void;

const handlers = new Map<Channel, Set<Handler>>();
const heard = new Map<Channel, Promise<void>>();

/** For so long, in ms, what was said is kept for who looked before they listened. */
const KEPT_MS = 15_000;
/** By so much, in ms, may the clocks of two portals differ. */
const SKEW_MS = 2_000;
let said: { at: number; channel: string; payload: string }[] = [];
/** From when on all that was said on a channel is known here. */
const knownFrom = new Map<string, number>();
let line: postgres.Sql | undefined;
let closed = false;
let lost = false;

/**
 * Calls `handler` for every NOTIFY on a channel, over one connection per process that is opened again whenever
 * it breaks; the handler is then called once with "" for whatever was missed. (The driver's own `listen` tries
 * to come back only once.) Resolves when the channel is heard.
 * @param since tells what was said since then too, as `saidSince` knows it.
 * @returns how to stop.
 */
export async function listen(channel: Channel, handler: Handler, since?: number): Promise<() => void> {
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
  if (since !== undefined) for (const payload of saidSince(channel, since)) handler(payload);
  return () => set.delete(handler);
}

/**
 * What was said on a channel since an instant, in ms by some portal's clock, for who looked then and listens only now. [""],
 * for whatever was missed, where that is not all known here: it was too long ago, or nobody listened yet.
 */
export function saidSince(channel: Channel, since: number): string[] {
  const from = since - SKEW_MS;
  const known = Math.max(knownFrom.get(channel) ?? Number.POSITIVE_INFINITY, Date.now() - KEPT_MS);
  if (!(from >= known)) return [""];
  return said.filter((one) => one.channel === channel && one.at >= from).map(({ payload }) => payload);
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

async function hear(on: postgres.Sql, channel: Channel): Promise<void> {
  await on`listen ${on(channel)}`;
  knownFrom.set(channel, Date.now());
}

function tell(channel: string, payload: string): void {
  const at = Date.now();
  if ((said[0]?.at ?? at) < at - 2 * KEPT_MS) said = said.filter((one) => one.at > at - KEPT_MS);
  said.push({ at, channel, payload });
  for (const handler of handlers.get(channel as Channel) ?? []) handler(payload);
}
