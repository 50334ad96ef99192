import { takeTry } from "#lib/account/throttle";
import { apart, NotDone } from "#lib/core/apart";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { inTurn } from "#lib/core/in-turn";
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
/** Lists of an account that are read or wait for it: a form that is sent twice is read twice, and makes one list. */
const AT_ONCE = 3;

const ofOne = inTurn<number>(30_000);
const sent = new Map<number, number>();

/**
 * Reads a file, or what was pasted, as a list, in a process apart. The acting reseller has one read after the other.
 * @throws invalid with the words of `BAD_LISTS`; rate_limited; unavailable when its turn does not come in time.
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
    const lines = await oneByOne(id, () => reading.run(script, bytes, env().PHONE_COUNTRY));
    return JSON.parse(lines.toString());
  } catch (error) {
    if (error instanceof NotDone) throw badList(wrongByCode(error.code), error);
    throw error;
  }
}

/** Does work of an account after what it sent before, so that each account has one in the line of all. */
async function oneByOne<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const before = sent.get(id) ?? 0;
  if (before >= AT_ONCE) throw new PortalError("rate_limited", BAD_LISTS.busy, { facts: { retryAfter: 5 } });
  sent.set(id, before + 1);
  try {
    return await ofOne(id, work);
  } finally {
    const left = (sent.get(id) ?? 1) - 1;
    if (left > 0) sent.set(id, left);
    else sent.delete(id);
  }
}
