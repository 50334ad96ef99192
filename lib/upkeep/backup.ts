import { isAbsolute } from "node:path";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { disclose, enclose } from "./backup/envelope.ts";
import { isBackup, nameAt, type Store } from "./backup/names.ts";
import { readBackupFile, storeAt } from "./backup/store.ts";
import type { End } from "./backup/tables.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { recordUpkeep } from "./upkeep.ts";

export interface Made extends End {
  name: string;
  bytes: number;
  sealed: boolean;
  /** The older ones that were removed. */
  removed: string[];
  /** Whether the portal knows of it: not where its own disk is full, and then a backup matters most. */
  noted: boolean;
}

/**
 * Copies the whole portal, as of one moment, to where `BACKUP_TO` says, sealed with `BACKUP_KEY` where that is set, and removes
 * all but the newest `BACKUP_KEEP`. The file has its name once it is whole. The portal goes on meanwhile. What came of it is
 * noted. The operator's command.
 */
export async function backup(ctx: Ctx, place?: string): Promise<Made> {
  requireSystem(ctx);
  const beganAt = new Date();
  const note = (ok: boolean, said: string) => recordUpkeep(ctx, { kind: "backup", beganAt, ok, said });
  try {
    const made = await make(storeAt(place), beganAt);
    const said = `${made.name}: ${made.rows} rows, ${made.bytes} bytes`;
    const noted = await note(true, said).then(
      () => true,
      () => false,
    );
    return { ...made, noted };
  } catch (error) {
    await note(false, String((error as Error).message).slice(0, 500)).catch(() => {});
    throw error;
  }
}

async function make(store: Store, at: Date): Promise<Omit<Made, "noted">> {
  const { DATABASE_URL, BACKUP_KEY, BACKUP_KEEP } = env();
  const name = nameAt(at);
  let end: End = { tables: 0, rows: 0 };
  let bytes = 0;
  const content = writeBackup(DATABASE_URL, (counted) => {
    end = counted;
  });
  async function* weighed() {
    for await (const piece of enclose(content, BACKUP_KEY)) {
      bytes += piece.length;
      yield piece;
    }
  }
  await store.put(name, weighed());
  const removed = (await store.list()).slice(0, -BACKUP_KEEP);
  for (const old of removed) await store.remove(old);
  return { name, ...end, bytes, sealed: BACKUP_KEY !== undefined, removed };
}

/**
 * The content of a backup: "latest" or a name, from where `BACKUP_TO` says, or the path of a file.
 * @throws Error in words.
 */
export async function openBackup(from: string): Promise<{ name: string; content: AsyncIterable<Buffer> }> {
  const { BACKUP_KEY } = env();
  if (isAbsolute(from) || from.startsWith("./") || from.startsWith("../"))
    return { name: from, content: disclose(readBackupFile(from), BACKUP_KEY) };
  const store = storeAt();
  const name = from === "latest" ? (await store.list()).at(-1) : from;
  if (name === undefined) throw new Error("There is no backup yet.");
  if (!isBackup(name)) throw new Error(`"${name}" is no backup's name; a file's path begins with / or ./`);
  return { name, content: disclose(await store.get(name), BACKUP_KEY) };
}
