import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PortalError } from "#lib/core/error";
import { exportPerson } from "#lib/person/export";
import { type Command, type Flags, text } from "./command.ts";

export const personalExport: Command = {
  usage: "--email|--phone --to FILE.json",
  does: "writes all that the portal has of a person into a new file, to be given to them",
  flags: { email: text, phone: text, to: text },
  needs: ["to"],
  async run(ctx, flags) {
    const [who, file] = [whoOf(flags), String(flags.to)];
    const parts = await exportPerson(ctx, { who });
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: "wx", mode: 0o600 }));
    return { line: `What the portal has of ${who} is in ${file}`, data: { who, file } };
  },
};

/** The person that is asked for: by e-mail or by number. */
export function whoOf({ email, phone }: Flags): string {
  const who = email ?? phone;
  if (who === undefined) throw new PortalError("invalid", "Missing --email or --phone.");
  return String(who);
}
