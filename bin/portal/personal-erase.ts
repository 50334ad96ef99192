import { modules } from "#lib/modules";
import { erasePersonalData } from "#lib/privacy/erase-personal-data";
import { type Command, textFlag } from "./command.ts";
import { readDataSubject } from "./personal-export.ts";

export const erasePersonalDataCommand: Command = {
  usage: "--email|--phone --reason",
  does: "permanently erases a person's data; rejected while money is held or an order is open; the ledger is kept",
  flags: { email: textFlag, phone: textFlag, reason: textFlag },
  needs: ["reason"],
  async run(ctx, flags) {
    const subject = readDataSubject(flags);
    const erased = await erasePersonalData(ctx, { who: subject, reason: String(flags.reason) }, modules);
    const parts = Object.entries(erased).flatMap(([kind, count]) => (count > 0 ? [`${kind} ${count}`] : []));
    return {
      line: `Personal data of ${subject} erased: ${parts.join(", ")}`,
      data: { who: subject, ...erased },
    };
  },
};
