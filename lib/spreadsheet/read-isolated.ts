import { consumeAttempt } from "#lib/account/throttle";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { createIsolatedQueue, IsolatedProcessError } from "#lib/core/isolated-process";
import { BAD_LIST_MESSAGES, createBadListError, MAX_FILE_BYTES } from "./bad-list.ts";
import type { ListPurpose } from "./headings.ts";
import { getBadListKey, type ListWish } from "./list-wish.ts";
import type { ListRow } from "./read-line.ts";
import type { ListChoice, Reading } from "./reading.ts";
import type { Sheet } from "./sheet.ts";

/** The largest file takes 2 s and 150 MB on a slow machine. Sent twice, it is read twice, saved once. */
const runReader = createIsolatedQueue({
  timeoutMs: 30_000,
  heapMb: 256,
  maxWaiting: [60, 40, 24, 8, 2],
  busyWords: BAD_LIST_MESSAGES.busy,
});

/** Files of one account per hour before it has to wait. */
const MAX_LISTS_PER_HOUR = 60;

/** A list as it was read; without rows while a person has to choose its columns. */
export interface ReadList {
  rows: ListRow[];
  reading: Reading;
  sheets: Sheet[];
}

/**
 * Reads a file or pasted text in an isolated process; resellers take turns. The caller checks a helper's
 * permission for what the list becomes.
 * @throws invalid with a message of `BAD_LIST_MESSAGES`; rate_limited.
 */
export async function readFileIsolated(
  ctx: Ctx,
  purpose: ListPurpose,
  file: Uint8Array | string,
): Promise<ReadList> {
  // The byte order mark prevents text that starts with "PK" from being read as an archive.
  const bytes = typeof file === "string" ? Buffer.from(`\uFEFF${file}`) : file;
  if (bytes.length > MAX_FILE_BYTES) throw createBadListError("large");
  return runIsolated(ctx, bytes, { purpose, isStored: false });
}

/** Reads sheets again by a person's choice. @throws the errors of `readFileIsolated` */
export const readSheetsIsolated = (
  ctx: Ctx,
  purpose: ListPurpose,
  sheets: readonly Sheet[],
  choice: ListChoice,
): Promise<ReadList> =>
  runIsolated(ctx, Buffer.from(JSON.stringify(sheets)), { purpose, choice, isStored: true });

async function runIsolated(ctx: Ctx, input: Uint8Array, wish: Omit<ListWish, "country">): Promise<ReadList> {
  const { id } = requireReseller(ctx, "sell");
  const admit = () => consumeAttempt(ctx, [{ name: `list:${id}`, free: MAX_LISTS_PER_HOUR }]);
  try {
    const list = await runReader(
      { ...ctx, owner: `${id}`, admit },
      "lib/spreadsheet/list-process.ts",
      input,
      {
        ...wish,
        country: env().PHONE_COUNTRY,
      },
    );
    return JSON.parse(list.toString());
  } catch (error) {
    if (error instanceof IsolatedProcessError) throw createBadListError(getBadListKey(error.code), error);
    throw error;
  }
}
