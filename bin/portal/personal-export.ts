import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PortalError } from "#lib/core/error";
import { TABLES } from "#lib/modules";
import { exportPersonalData } from "#lib/privacy/export-personal-data";
import { type Command, type CommandFlags, textFlag } from "./command.ts";

export const exportPersonalDataCommand: Command = {
  usage: "--email|--phone --to FILE.json",
  does: "writes all personal data of a person to a new file, for that person",
  flags: { email: textFlag, phone: textFlag, to: textFlag },
  needs: ["to"],
  async run(ctx, flags) {
    const [subject, file] = [readDataSubject(flags), String(flags.to)];
    const parts = await exportPersonalData(ctx, { who: subject }, TABLES);
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: "wx", mode: 0o600 }));
    return { line: `Personal data of ${subject} written to ${file}`, data: { who: subject, file } };
  },
};

/** Reads the data subject from the flags: an email or a phone number. */
export function readDataSubject({ email, phone }: CommandFlags): string {
  const subject = email ?? phone;
  if (subject === undefined) throw new PortalError("invalid", "Missing --email or --phone.");
  return String(subject);
}
