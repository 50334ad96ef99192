import { restoreDatabase, runRestoreTest } from "#lib/maintenance/restore";
import { type Command, textFlag } from "./command.ts";

const NEXT_STEPS =
  "Sending is stopped and everyone is signed out. Next: docs/operate/backup.md, After a restore";

export const restoreCommand: Command = {
  usage: "--from latest|NAME|./FILE [--rehearse [--server postgres://…]]",
  does: "restores a backup into the empty database of DATABASE_URL; --rehearse runs a restore test in another database instead",
  flags: { from: textFlag, rehearse: { type: "boolean" }, server: textFlag },
  needs: ["from"],
  async run(ctx, flags) {
    const from = String(flags.from);
    const isTest = Boolean(flags.rehearse);
    const restored = isTest
      ? await runRestoreTest(ctx, from, flags.server as string | undefined)
      : await restoreDatabase(ctx, from);
    const { name, at, rows, findings } = restored;
    const ledger = findings.length === 0 ? "all checks passed" : `checks failed: ${findings.join("; ")}`;
    const result = `${name} of ${at} ${isTest ? "can be restored" : "is restored"}: ${rows} rows, ${ledger}.`;
    return {
      line: isTest ? result : `${result} ${NEXT_STEPS}`,
      data: { ...restored },
      failed: findings.length > 0,
    };
  },
};
