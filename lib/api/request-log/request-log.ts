import { connect, type Database } from "#db/client";
import { isDatabaseDown, isSerializationFailure } from "#lib/core/database-error";
import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import { insertRequests, type LoggedRequest } from "./insert-requests.ts";

/** About 10 MB at the longest texts; a minute of a busy process while the database is slow. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;
const WRITE_INTERVAL_MS = 1_000;

/** Above what the limits of the API allow: 600 reads, 600 calls to buy, and some rejected ones. */
const MAX_PER_MINUTE = 1_500;
const MINUTE_MS = 60_000;

/** The sender of a request for its share of the log: a reseller, or all senders of invalid tokens. */
type Sender = number | "unknown";

let waiting: LoggedRequest[] = [];
let dropped = 0;
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> | undefined;
let isFailing = false;

/** Keeps a request for the next batch, unless the log is full or its sender's share is used. */
export function keepRequest(request: LoggedRequest, sender: Sender): void {
  if (waiting.length >= MAX_WAITING || !consumeShare(sender)) dropped += 1;
  else waiting.push(request);
  if (!writing) timer ??= setTimeout(startWriting, WRITE_INTERVAL_MS).unref();
}

/** Returns the number of requests that this process didn't log. */
export const countDroppedRequests = (): number => dropped;

/** Writes the waiting requests, unless the database is slow, and closes the connection. */
export async function closeRequestLog(): Promise<void> {
  await writing;
  await startWriting();
  clearTimeout(timer);
  timer = undefined;
  const open = database;
  database = undefined;
  await open?.close();
}

/** Starts the only writer of this process, unless it writes already. */
function startWriting(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  writing ??= writeWaiting().finally(() => {
    writing = undefined;
    if (waiting.length > 0) timer = setTimeout(startWriting, WRITE_INTERVAL_MS).unref();
  });
  return writing;
}

/** Writes batch by batch; on an error the rest waits for the next time. */
async function writeWaiting(): Promise<void> {
  let full = true;
  while (full && waiting.length > 0) {
    const batch = waiting.slice(0, MAX_BATCH);
    full = batch.length === MAX_BATCH;
    if (!(await writeBatch(batch))) return;
    waiting = waiting.slice(batch.length);
  }
}

/** @returns whether the batch is done with: written, or dropped because it can't be written. */
async function writeBatch(batch: readonly LoggedRequest[]): Promise<boolean> {
  try {
    await insertRequests(getLogDatabase().db, batch);
    isFailing = false;
    return true;
  } catch (error) {
    const mayRetry = isDatabaseDown(error) || isSerializationFailure(error);
    if (!mayRetry) dropped += batch.length;
    if (!isFailing) log.warn("request_log.not_written", { waiting: waiting.length, dropped, error });
    isFailing = true;
    return !mayRetry;
  }
}

let database: Database | undefined;

/**
 * Returns a pool of one connection: a log that hangs holds none that requests need. Its loss costs a second
 * of the log, so that it doesn't wait for the disk.
 */
function getLogDatabase(): Database {
  const connection = { lock_timeout: 2_000, statement_timeout: 5_000, synchronous_commit: "off" };
  database ??= connect(env().DATABASE_URL, 1, { connection, responseTimeoutMs: 10_000 });
  return database;
}

const shares = new Map<Sender, { endsAt: number; used: number }>();

/** Counts a sender's request. @returns false above its share: a flood can't fill the log. */
function consumeShare(sender: Sender): boolean {
  const now = performance.now();
  let share = shares.get(sender);
  if (!share || share.endsAt <= now) {
    if (shares.size > 10_000) shares.clear();
    share = { endsAt: now + MINUTE_MS, used: 0 };
    shares.set(sender, share);
  }
  share.used += 1;
  return share.used <= MAX_PER_MINUTE;
}
