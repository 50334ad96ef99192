import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createSupportBundle } from "#lib/maintenance/support-bundle";
import { modules } from "#lib/modules";
import { type Command, textFlag } from "./command.ts";

export const exportSupportCommand: Command = {
  usage: "[--to FILE.json] [--log FILE|-]",
  does: "writes a support bundle to a new file, without personal data or secrets",
  flags: { to: textFlag, log: textFlag },
  needs: [],
  async run(ctx, flags) {
    const file = String(
      flags.to ?? `support-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.json`,
    );
    const bundle = await createSupportBundle(
      ctx,
      modules,
      flags.log === undefined ? [] : readLines(String(flags.log)),
    );
    await writeFile(file, `${JSON.stringify(bundle, null, 1)}\n`, { flag: "wx", mode: 0o600 });
    return {
      line: `Support bundle written to ${file}: ${bundle.log.lines.length} log lines, no personal data. Read it before you send it`,
      data: { file, lines: bundle.log.lines.length },
    };
  },
};

/** Reads the lines of a file; "-" is the standard input. */
const readLines = (file: string) =>
  createInterface({
    input: file === "-" ? process.stdin : createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
