import { once } from "node:events";
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { PortalError } from "#lib/core/error";
import { createBackup } from "#lib/maintenance/create-backup";
import { restoreDatabase, runRestoreTest } from "#lib/maintenance/restore";
import { createSupportBundle } from "#lib/maintenance/support-bundle";
import { modules } from "#lib/modules";
import { checkPurchases } from "#lib/sales/check-purchases";
import type { PortalCommand } from "./command.ts";

export const MAINTENANCE_COMMANDS: Record<string, PortalCommand> = {
  support: {
    usage: "[--to FILE.json] [--log FILE|-]",
    example: "--to support.json --log portal.log",
    does: "writes a support bundle to a new file, without personal data or secrets",
    async run(ctx, flags) {
      const file = String(
        flags.to ?? `support-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.json`,
      );
      const bundle = await createSupportBundle(
        ctx,
        modules,
        flags.log === undefined ? [] : await openLines(String(flags.log)),
      );
      await writeFile(file, `${JSON.stringify(bundle, null, 1)}\n`, { flag: "wx", mode: 0o600 });
      return {
        line: `Support bundle written to ${file}: ${bundle.log.lines.length} log lines, no personal data. Read it before you send it`,
        data: { file, lines: bundle.log.lines.length },
      };
    },
  },
  check: {
    usage: "",
    does: "checks that the ledger is balanced and matches the purchases",
    async run(ctx) {
      const { ok, findings, counted } = await checkPurchases(ctx);
      const counts = Object.entries(counted).map(([what, count]) => `${count} ${what}`);
      const line = ok ? `All checks passed: ${counts.join(", ")}` : `Checks failed: ${findings.join("; ")}`;
      return { line, data: { ok, findings, counted }, failed: !ok };
    },
  },
  backup: {
    usage: "[--to FOLDER|s3://BUCKET/PREFIX]",
    example: "--to /var/backups/kiosk",
    does: "backs up the whole portal to BACKUP_TO while it runs, and removes old backups",
    announce: ({ to }) => `Writing a backup to ${to ?? "BACKUP_TO"}, and removing all but the newest`,
    async run(ctx, { to }) {
      const { noted, ...backup } = await createBackup(ctx, to as string | undefined);
      const { name, rows, tables, bytes, sealed, removed, left } = backup;
      const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
      const old = removed.length === 0 ? "" : `; ${removed.length} older removed`;
      const how = sealed ? "sealed" : "not encrypted: BACKUP_KEY is not set";
      const unrecorded = noted ? "" : "; the portal couldn't record it: check the database";
      return {
        line: `${name}: ${rows} rows of ${tables} tables, ${size}, ${how}${old}${left ? `; ${left}` : ""}${unrecorded}`,
        data: { ...backup, noted },
      };
    },
  },
  restore: {
    usage: "--from latest|NAME|./FILE [--aside] [--test [--server postgres://…]]",
    example: "--from latest --aside",
    switches: ["aside", "test"],
    does: "restores a backup into the empty database of DATABASE_URL; --aside keeps a filled one under another name, and makes an empty one in its place; --test runs a restore test in another database instead",
    announce: ({ from, test, aside }) =>
      test
        ? `Restoring ${from} into a database of its own, which is dropped afterwards`
        : `Writing ${from} into ${aside ? "a new" : "the empty"} database of DATABASE_URL, where sending is then stopped`,
    async run(ctx, flags) {
      const from = String(flags.from);
      const isTest = Boolean(flags.test);
      const restored = isTest
        ? await runRestoreTest(ctx, from, flags.server as string | undefined)
        : await restoreDatabase(ctx, from, undefined, { aside: Boolean(flags.aside) });
      const { name, at, rows, findings, left, aside } = restored;
      const ledger = findings.length === 0 ? "all checks passed" : `checks failed: ${findings.join("; ")}`;
      const state = isTest ? "can be restored" : "is restored";
      const leftover = left ? ` ${left}. The next restore test drops it` : "";
      const result = `${name} of ${at} ${state}: ${rows} rows, ${ledger}.${leftover}`;
      return {
        line: isTest
          ? result
          : `${result}${aside ? ` The database before it is kept as ${aside}.` : ""} ${NEXT_STEPS}`,
        data: { ...restored },
        failed: findings.length > 0,
      };
    },
  },
};

/** Opens a file to read its lines; "-" is the standard input. @throws invalid when it can't be opened */
async function openLines(file: string) {
  const input = file === "-" ? process.stdin : createReadStream(file);
  if (input !== process.stdin)
    await once(input, "open").catch((cause) => {
      throw new PortalError("invalid", `The log file ${file} can't be read.`, { cause });
    });
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

const NEXT_STEPS =
  "Sending is stopped and everyone is signed out. Next: docs/operate/backup.md, After a restore";
