import { CreateResellerInput, createReseller } from "#lib/account/reseller/create";
import { LEVELS } from "#lib/core/context";
import { type Command, passwordNote, text } from "./command.ts";

export const resellerAdd: Command = {
  usage: "--email --name --level [--password]",
  does: `adds a reseller; the level is ${LEVELS.join(", ")}`,
  flags: { email: text, name: text, level: text, password: text },
  needs: ["email", "name", "level"],
  async run(ctx, flags) {
    const reseller = await createReseller(ctx, CreateResellerInput.parse(flags));
    const { id, email, level, password } = reseller;
    return {
      line: `Reseller ${id} ${email} (${level}) added${passwordNote(password)}`,
      data: { ...reseller },
    };
  },
};
