import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { supportBundle } from "#lib/upkeep/support";
import { type Command, text } from "./command.ts";

export const support: Command = {
  usage: "[--to FILE.json] [--log FILE|-]",
  does: "writes what somebody needs to help you into a new file: no personal data, no secret",
  flags: { to: text, log: text },
  needs: [],
  async run(ctx, flags) {
    const file = String(
      flags.to ?? `support-${new Date().toISOString().slice(0, 16).replaceAll(":", "")}.json`,
    );
    const bundle = await supportBundle(ctx, flags.log === undefined ? [] : linesOf(String(flags.log)));
    await writeFile(file, `${JSON.stringify(bundle, null, 1)}\n`, { flag: "wx", mode: 0o600 });
    return {
      line: `Written to ${file}: ${bundle.log.lines.length} lines of the log, nothing about people. Read it before you send it`,
      data: { file, lines: bundle.log.lines.length },
    };
  },
};

/** The lines of a file; "-" is what comes in. */
const linesOf = (file: string) =>
  createInterface({
    input: file === "-" ? process.stdin : createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
