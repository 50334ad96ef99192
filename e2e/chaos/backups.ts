import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Ctx } from "#lib/core/context";
import { backup } from "#lib/upkeep/backup";
import { storeAt } from "#lib/upkeep/backup/store";
import { type Restored, rehearse } from "#lib/upkeep/restore";
import { ROOT } from "../../bin/root.ts";

export type Rehearsed = Pick<Restored, "name" | "rows" | "findings">;

const EVERY_MS = 2_000;
const COMMAND = ["--conditions=react-server", join(ROOT, "bin/portal.ts"), "backup"];

/** Backs the portal up by the operator's command while portals and databases die. Those whose database died have failed. */
export async function keepBackups(going: () => boolean): Promise<{ made: number; failed: number }> {
  const kept = { made: 0, failed: 0 };
  while (going()) {
    await promisify(execFile)(process.execPath, COMMAND).then(
      () => kept.made++,
      () => kept.failed++,
    );
    await pause(EVERY_MS);
  }
  return kept;
}

/** Restores the newest of them elsewhere, and one more of the end. */
export async function rehearseAll(ctx: Ctx): Promise<Rehearsed[]> {
  await backup(ctx);
  const rehearsed: Rehearsed[] = [];
  for (const name of await storeAt().list()) {
    const { rows, findings } = await rehearse(ctx, name).catch(({ message }: Error) => ({
      rows: 0,
      findings: [message],
    }));
    rehearsed.push({ name, rows, findings });
  }
  return rehearsed;
}
