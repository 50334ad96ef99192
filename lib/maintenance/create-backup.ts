import { isAbsolute } from "node:path";
import { withConnection } from "#db/driver/open-pool";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type BackupStore, formatBackupName, isBackupName } from "./backup/backup-names.ts";
import { openBackupStore, readBackupFile } from "./backup/backup-store.ts";
import type { BackupTotals } from "./backup/backup-tables.ts";
import { sealBackup, unsealBackup } from "./backup/envelope.ts";
import { spool } from "./backup/spool.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { recordMaintenanceRun, UNENCRYPTED_NOTE } from "./maintenance-runs.ts";
import { getMaintenanceVariables } from "./variables.ts";

export interface BackupResult extends BackupTotals {
  name: string;
  bytes: number;
  sealed: boolean;
  removed: string[];
  /** The reason why older ones are left, if they are. */
  left?: string;
  /** Whether it was recorded in the portal: not on a full disk, where a backup matters most. */
  noted: boolean;
}

/**
 * Copies a snapshot of the portal to `BACKUP_TO`, sealed with `BACKUP_KEY` if set, removes all but the newest
 * `BACKUP_KEEP`, and records the result. The file gets its name once it is complete. The portal continues
 * meanwhile. The operator's command.
 */
export async function createBackup(ctx: Ctx, place?: string): Promise<BackupResult> {
  requireSystem(ctx);
  const beganAt = new Date();
  const note = (ok: boolean, summary: string) =>
    recordMaintenanceRun(ctx, { kind: "backup", beganAt, ok, summary });
  try {
    const made = await storeBackup(place, beganAt);
    const seal = made.sealed ? "" : `, ${UNENCRYPTED_NOTE}`;
    const left = made.left ? `; ${made.left}` : "";
    const summary = `${made.name}: ${made.rows} rows, ${made.bytes} bytes${seal}${left}`.slice(0, 500);
    const noted = await note(true, summary).then(
      () => true,
      () => false,
    );
    return { ...made, noted };
  } catch (error) {
    await note(false, String((error as Error).message).slice(0, 500)).catch(() => {});
    throw error;
  }
}

async function storeBackup(to: string | undefined, at: Date): Promise<Omit<BackupResult, "noted">> {
  const { DATABASE_URL } = env();
  const { BACKUP_KEY, BACKUP_KEEP, BACKUP_TO } = getMaintenanceVariables();
  const place = to ?? BACKUP_TO;
  const store = openBackupStore(place);
  const name = formatBackupName(at);
  let end: BackupTotals = { tables: 0, rows: 0 };
  let bytes = 0;
  const content = writeBackup(DATABASE_URL, (counted) => {
    end = counted;
  });
  async function* weighed() {
    for await (const piece of sealBackup(content, BACKUP_KEY)) {
      bytes += piece.length;
      yield piece;
    }
  }
  const isFar = place?.startsWith("s3://");
  await store.put(name, isFar ? spool(weighed(), await readDatabaseSize(DATABASE_URL)) : weighed());
  return { name, ...end, bytes, sealed: BACKUP_KEY !== undefined, ...(await removeOld(store, BACKUP_KEEP)) };
}

const readDatabaseSize = (url: string): Promise<number> =>
  withConnection(url, async (sql) => {
    const [row] = await sql`select pg_database_size(current_database())::float8 as bytes`;
    return Number(row?.bytes);
  });

/** Removes all but the newest. The new one is good whether or not the store's key may do so. */
async function removeOld(store: BackupStore, count: number): Promise<Pick<BackupResult, "removed" | "left">> {
  const removed: string[] = [];
  const old = await store.list().then(
    (names) => names.slice(0, -count),
    (error: unknown) => error as Error,
  );
  if (old instanceof Error) return { removed, left: `older ones couldn't be listed: ${old.message}` };
  let failure: Error | undefined;
  for (const name of old)
    await store.remove(name).then(
      () => removed.push(name),
      (error: unknown) => {
        failure ??= error as Error;
      },
    );
  if (!failure) return { removed };
  return { removed, left: `${old.length - removed.length} old ones couldn't be removed: ${failure.message}` };
}

/**
 * Opens the content of a backup: "latest" or a name, in `BACKUP_TO`, or the path of a file.
 * @throws Error for the operator.
 */
export async function openBackup(from: string): Promise<{ name: string; content: AsyncIterable<Buffer> }> {
  const { BACKUP_KEY } = getMaintenanceVariables();
  if (isAbsolute(from) || from.startsWith("./") || from.startsWith("../"))
    return { name: from, content: unsealBackup(readBackupFile(from), BACKUP_KEY) };
  const store = openBackupStore();
  const name = from === "latest" ? (await store.list()).at(-1) : from;
  if (name === undefined) throw new Error("No backup exists yet. Run kiosk backup.");
  if (!isBackupName(name))
    throw new Error(`"${name}" isn't the name of a backup; a file's path begins with / or ./`);
  return { name, content: unsealBackup(await store.get(name), BACKUP_KEY) };
}
