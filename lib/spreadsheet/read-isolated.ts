import { consumeAttempt } from "#lib/account/throttle";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { createIsolatedQueue, IsolatedProcessError } from "#lib/core/isolated-process";
import { getBadListKey } from "./list-reader.ts";
import { MAX_FILE_BYTES } from "./read-file-cells.ts";
import { BAD_LIST_MESSAGES, createBadListError } from "./read-table.ts";

/** The largest file takes 2 s and 150 MB on a slow machine. Sent twice, it is read twice, saved once. */
const runReader = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 256,
  maxWaiting: [60, 40, 24, 8, 2],
  busyWords: BAD_LIST_MESSAGES.busy,
});

/** Files of one account per hour before it has to wait. */
const MAX_LISTS_PER_HOUR = 60;
/**
 * Reads a file or pasted text with a reader script in an isolated process; resellers take turns. The
 * caller checks a helper's permission for what the list becomes.
 * @throws invalid with a message of `BAD_LIST_MESSAGES`; rate_limited.
 */
export async function readFileIsolated<L>(ctx: Ctx, script: string, file: Uint8Array | string): Promise<L[]> {
  const { id } = requireReseller(ctx, "sell");
  // The byte order mark prevents text that starts with "PK" from being read as an archive.
  const bytes = typeof file === "string" ? Buffer.from(`\uFEFF${file}`) : file;
  if (bytes.length > MAX_FILE_BYTES) throw createBadListError("large");
  try {
    const admit = () => consumeAttempt(ctx, [{ name: `list:${id}`, free: MAX_LISTS_PER_HOUR }]);
    const lines = await runReader({ ...ctx, owner: `${id}`, admit }, script, bytes, env().PHONE_COUNTRY);
    return JSON.parse(lines.toString());
  } catch (error) {
    if (error instanceof IsolatedProcessError) throw createBadListError(getBadListKey(error.code), error);
    throw error;
  }
}
