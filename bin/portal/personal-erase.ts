import { erasePerson } from "#lib/person/erase";
import { type Command, text } from "./command.ts";
import { whoOf } from "./personal-export.ts";

export const personalErase: Command = {
  usage: "--email|--phone --reason",
  does: "erases for ever what is said of a person; refused while money is held or an order is open; the books stay",
  flags: { email: text, phone: text, reason: text },
  needs: ["reason"],
  async run(ctx, flags) {
    const who = whoOf(flags);
    const erased = await erasePerson(ctx, { who, reason: String(flags.reason) });
    const parts = Object.entries(erased).flatMap(([kind, count]) => (count > 0 ? [`${kind} ${count}`] : []));
    return { line: `What is said of ${who} is erased: ${parts.join(", ")}`, data: { who, ...erased } };
  },
};
