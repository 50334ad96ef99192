import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { ROOT } from "#bin/root";
import type { Ctx } from "#lib/core/context";
import { openBackupStore } from "#lib/maintenance/backup/backup-store";
import { createBackup } from "#lib/maintenance/create-backup";
import { type RestoreResult, runRestoreTest } from "#lib/maintenance/restore";
import type { Verdict } from "./verdict.ts";

export type RestoreTest = Pick<RestoreResult, "name" | "rows" | "findings">;

const BACKUP_INTERVAL_MS = 2_000;
const BACKUP_COMMAND = ["--conditions=react-server", join(ROOT, "bin/portal.ts"), "backup"];

/** Backs the portal up by the operator's command while portals and databases die. Those whose database died have failed. */
export async function runBackups(going: () => boolean): Promise<{ made: number; failed: number }> {
  const counts = { made: 0, failed: 0 };
  while (going()) {
    await promisify(execFile)(process.execPath, BACKUP_COMMAND).then(
      () => counts.made++,
      () => counts.failed++,
    );
    await pause(BACKUP_INTERVAL_MS);
  }
  return counts;
}

/** Restores the newest of them elsewhere, and one more of the end. */
export async function testRestores(ctx: Ctx): Promise<RestoreTest[]> {
  await createBackup(ctx);
  const restored: RestoreTest[] = [];
  for (const name of await openBackupStore().list()) {
    const { rows, findings } = await runRestoreTest(ctx, name).catch(({ message }: Error) => ({
      rows: 0,
      findings: [message],
    }));
    restored.push({ name, rows, findings });
  }
  return restored;
}

/** Judges the restores of the backups that were made during the faults, and of one from the end. */
export function judgeRestores(restores: readonly RestoreTest[]): Verdict {
  const broken = restores.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));
  return { name: "each backup restores, in order", checked: restores.length, broken };
}
