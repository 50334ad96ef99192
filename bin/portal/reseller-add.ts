import { CreateResellerInput, createReseller } from "#lib/account/reseller/create-reseller";
import { LEVELS } from "#lib/core/context";
import { type Command, formatPasswordNote, textFlag } from "./command.ts";

export const addResellerCommand: Command = {
  usage: "--email --name --level [--password]",
  does: `adds a reseller; the level is one of ${LEVELS.join(", ")}`,
  flags: { email: textFlag, name: textFlag, level: textFlag, password: textFlag },
  needs: ["email", "name", "level"],
  async run(ctx, flags) {
    const reseller = await createReseller(ctx, CreateResellerInput.parse(flags));
    const { id, email, level, password } = reseller;
    return {
      line: `Reseller ${id} ${email} (${level}) added${formatPasswordNote(password)}`,
      data: { ...reseller },
    };
  },
};
