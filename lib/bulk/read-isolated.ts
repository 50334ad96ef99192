import { takeTry } from "#lib/account/throttle";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { inTurn } from "#lib/core/in-turn";
import { createIsolatedQueue, IsolatedProcessError } from "#lib/core/isolated-process";
import { badListByCode } from "./list-reader.ts";
import { FILE_BYTES } from "./read-file.ts";
import { BAD_LISTS, badList, type Line } from "./read-list.ts";

/** The largest list takes two seconds on a slow machine, and 150 MB. */
const queue = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 256,
  busyWords: BAD_LISTS.busy,
});

/** Lists of one account per hour before it has to wait. */
const FREE_LISTS = 60;
/** Lists of one account at a time, read or waiting: a form sent twice is read twice, and saved once. */
const MAX_CONCURRENT_LISTS = 3;

const accountTurn = inTurn<number>(30_000);
const concurrentLists = new Map<number, number>();

/**
 * Reads a file or pasted text as a list in an isolated process; one at a time for each reseller.
 * @throws invalid with the words of `BAD_LISTS`; rate_limited; unavailable when its turn does not come in time.
 */
export function readList(ctx: Ctx, file: Uint8Array | string): Promise<Line[]> {
  return readIsolated<Line>(ctx, "lib/bulk/list-process.ts", file);
}

/** Reads a file or pasted text with a reader script. @throws as `readList` does */
export async function readIsolated<L>(ctx: Ctx, script: string, file: Uint8Array | string): Promise<L[]> {
  const { id } = requireReseller(ctx);
  // The byte order mark prevents text that starts with "PK" from being read as an archive.
  const bytes = typeof file === "string" ? Buffer.from(`\uFEFF${file}`) : file;
  if (bytes.length > FILE_BYTES) throw badList("large");
  await takeTry(ctx, [{ name: `list:${id}`, free: FREE_LISTS }]);
  try {
    const lines = await inAccountTurn(id, () => queue.run(script, bytes, env().PHONE_COUNTRY));
    return JSON.parse(lines.toString());
  } catch (error) {
    if (error instanceof IsolatedProcessError) throw badList(badListByCode(error.code), error);
    throw error;
  }
}

/** Keeps one list of an account at a time in the queue of all. */
async function inAccountTurn<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const concurrent = concurrentLists.get(id) ?? 0;
  if (concurrent >= MAX_CONCURRENT_LISTS)
    throw new PortalError("rate_limited", BAD_LISTS.busy, { facts: { retryAfter: 5 } });
  concurrentLists.set(id, concurrent + 1);
  try {
    return await accountTurn(id, work);
  } finally {
    const left = (concurrentLists.get(id) ?? 1) - 1;
    if (left > 0) concurrentLists.set(id, left);
    else concurrentLists.delete(id);
  }
}
