import { backup as makeBackup } from "#lib/upkeep/backup";
import { type Command, text } from "./command.ts";

export const backup: Command = {
  usage: "[--to FOLDER|s3://BUCKET/PREFIX]",
  does: "copies the whole portal to BACKUP_TO while it goes on, and keeps the newest",
  flags: { to: text },
  needs: [],
  async run(ctx, { to }) {
    const { noted, ...made } = await makeBackup(ctx, to as string | undefined);
    const { name, rows, tables, bytes, sealed, removed } = made;
    const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    const old = removed.length === 0 ? "" : `; ${removed.length} older removed`;
    const how = sealed ? "sealed" : "not sealed, as BACKUP_KEY is not set";
    const unknown = noted ? "" : "; the portal could not note it: look at the database";
    return {
      line: `${name}: ${rows} rows of ${tables} tables, ${size}, ${how}${old}${unknown}`,
      data: { ...made, noted },
    };
  },
};
