import { consumeAttempt } from "#lib/account/throttle";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { createIsolatedQueue, IsolatedProcessError } from "#lib/core/isolated-process";
import { createKeyedMutex } from "#lib/core/lane/keyed-mutex";
import { getBadListKey } from "./list-reader.ts";
import { MAX_FILE_BYTES } from "./read-file-cells.ts";
import { BAD_LIST_MESSAGES, createBadListError } from "./read-table.ts";

/** The largest file takes 2 s on a slow machine, and 150 MB. */
const queue = createIsolatedQueue({ timeoutMs: 30_000, heapMb: 256, busyWords: BAD_LIST_MESSAGES.busy });

/** Files of one account per hour before it has to wait. */
const MAX_LISTS_PER_HOUR = 60;
/** Files of one account being read or waiting. A form sent twice is read twice and saved once. */
const MAX_CONCURRENT_LISTS = 3;

const accountMutex = createKeyedMutex<number>(30_000);
const concurrentLists = new Map<number, number>();

/**
 * Reads a file or pasted text with a reader script in an isolated process; one at a time for each reseller.
 * @throws invalid with a message of `BAD_LIST_MESSAGES`; rate_limited; unavailable when the queue takes too long.
 */
export async function readFileIsolated<L>(ctx: Ctx, script: string, file: Uint8Array | string): Promise<L[]> {
  const { id } = requireReseller(ctx);
  // The byte order mark prevents text that starts with "PK" from being read as an archive.
  const bytes = typeof file === "string" ? Buffer.from(`\uFEFF${file}`) : file;
  if (bytes.length > MAX_FILE_BYTES) throw createBadListError("large");
  try {
    const lines = await runInAccountQueue(id, async () => {
      await consumeAttempt(ctx, [{ name: `list:${id}`, free: MAX_LISTS_PER_HOUR }]);
      return queue.run(script, bytes, env().PHONE_COUNTRY);
    });
    return JSON.parse(lines.toString());
  } catch (error) {
    if (error instanceof IsolatedProcessError) throw createBadListError(getBadListKey(error.code), error);
    throw error;
  }
}

/** Admits one file of each account at a time to the shared queue. */
async function runInAccountQueue<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const concurrent = concurrentLists.get(id) ?? 0;
  if (concurrent >= MAX_CONCURRENT_LISTS)
    throw new PortalError("rate_limited", BAD_LIST_MESSAGES.busy, { facts: { retryAfter: 5 } });
  concurrentLists.set(id, concurrent + 1);
  try {
    return await accountMutex(id, work);
  } finally {
    const left = (concurrentLists.get(id) ?? 1) - 1;
    if (left > 0) concurrentLists.set(id, left);
    else concurrentLists.delete(id);
  }
}
