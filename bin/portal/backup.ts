import { createBackup as makeBackup } from "#lib/maintenance/create-backup";
import { type Command, textFlag } from "./command.ts";

export const backupCommand: Command = {
  usage: "[--to FOLDER|s3://BUCKET/PREFIX]",
  does: "backs up the whole portal to BACKUP_TO while it runs, and removes old backups",
  flags: { to: textFlag },
  needs: [],
  async run(ctx, { to }) {
    const { noted, ...backup } = await makeBackup(ctx, to as string | undefined);
    const { name, rows, tables, bytes, sealed, removed } = backup;
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    const old = removed.length === 0 ? "" : `; ${removed.length} older removed`;
    const how = sealed ? "sealed" : "not sealed: BACKUP_KEY is not set";
    const unrecorded = noted ? "" : "; the portal couldn't record it: check the database";
    return {
      line: `${name}: ${rows} rows of ${tables} tables, ${size}, ${how}${old}${unrecorded}`,
      data: { ...backup, noted },
    };
  },
};
