import { rehearse, restore as restoreInto } from "#lib/upkeep/restore";
import { type Command, text } from "./command.ts";

const NEXT = "Sending is stopped and everybody is signed out. Next: docs/operate/backup.md, After a restore";

export const restore: Command = {
  usage: "--from latest|NAME|./FILE [--rehearse [--server postgres://…]]",
  does: "restores a backup into the empty database of DATABASE_URL; or tries it elsewhere, checks it and drops it",
  flags: { from: text, rehearse: { type: "boolean" }, server: text },
  needs: ["from"],
  async run(ctx, flags) {
    const from = String(flags.from);
    const isTrial = Boolean(flags.rehearse);
    const restored = isTrial
      ? await rehearse(ctx, from, flags.server as string | undefined)
      : await restoreInto(ctx, from);
    const { name, at, rows, findings } = restored;
    const books = findings.length === 0 ? "the books are in order" : `not in order: ${findings.join("; ")}`;
    const what = `${name} of ${at} ${isTrial ? "can be restored" : "is restored"}: ${rows} rows, ${books}.`;
    return { line: isTrial ? what : `${what} ${NEXT}`, data: { ...restored }, failed: findings.length > 0 };
  },
};
