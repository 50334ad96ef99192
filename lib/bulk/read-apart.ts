import { takeTry } from "#lib/account/throttle";
import { apart, NotDone } from "#lib/core/apart";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { wrongByCode } from "./answer-list.ts";
import { FILE_BYTES } from "./read-file.ts";
import { BAD_LISTS, badList, type Line } from "./read-list.ts";

/** A list as long as it may be takes a second or two on a slow machine, and some 100 MB. */
const reading = apart({
  patienceMs: 30_000,
  heapMb: 256,
  busyWords: BAD_LISTS.busy,
});

/** Lists that an account may have read within an hour before it has to wait. */
const LISTS = 60;

/**
 * Reads a file, or what was pasted, as a list, in a process apart. The acting reseller has one read at a time.
 * @throws invalid with the words of `BAD_LISTS`; rate_limited.
 */
export function readList(ctx: Ctx, file: Uint8Array | string): Promise<Line[]> {
  return readApart<Line>(ctx, "lib/bulk/list-process.ts", file);
}

/** The same by a script of another room, whose lines are read otherwise. */
export async function readApart<L>(ctx: Ctx, script: string, file: Uint8Array | string): Promise<L[]> {
  const { id } = requireReseller(ctx);
  // The mark says that it is text, whatever it begins with.
  const bytes = typeof file === "string" ? Buffer.from(`\uFEFF${file}`) : file;
  if (bytes.length > FILE_BYTES) throw badList("large");
  await takeTry(ctx, [{ name: `list:${id}`, free: LISTS }]);
  try {
    return JSON.parse((await reading.runFor(`${id}`, script, bytes, env().PHONE_COUNTRY)).toString());
  } catch (error) {
    if (error instanceof NotDone) throw badList(wrongByCode(error.code), error);
    throw error;
  }
}
