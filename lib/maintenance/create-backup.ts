import { isAbsolute } from "node:path";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type BackupStore, formatBackupName, isBackupName } from "./backup/backup-names.ts";
import { openBackupStore, readBackupFile } from "./backup/backup-store.ts";
import type { BackupTotals } from "./backup/backup-tables.ts";
import { sealBackup, unsealBackup } from "./backup/envelope.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { recordMaintenanceRun, UNENCRYPTED_NOTE } from "./maintenance-runs.ts";
import { getMaintenanceVariables } from "./variables.ts";

export interface BackupResult extends BackupTotals {
  name: string;
  bytes: number;
  sealed: boolean;
  removed: string[];
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
    const made = await storeBackup(openBackupStore(place), beganAt);
    const seal = made.sealed ? "" : `, ${UNENCRYPTED_NOTE}`;
    const summary = `${made.name}: ${made.rows} rows, ${made.bytes} bytes${seal}`;
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

async function storeBackup(store: BackupStore, at: Date): Promise<Omit<BackupResult, "noted">> {
  const { DATABASE_URL } = env();
  const { BACKUP_KEY, BACKUP_KEEP } = getMaintenanceVariables();
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
  await store.put(name, weighed());
  const removed = (await store.list()).slice(0, -BACKUP_KEEP);
  for (const old of removed) await store.remove(old);
  return { name, ...end, bytes, sealed: BACKUP_KEY !== undefined, removed };
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
