import { erasePersonal } from "#lib/audit/erase-personal";
import { type Command, text } from "./command.ts";

export const personalErase: Command = {
  usage: "--email --reason",
  does: "erases for ever what the audit records say of a person; the records stay",
  flags: { email: text, reason: text },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const email = String(flags.email);
    const records = await erasePersonal(ctx, { email, reason: String(flags.reason) });
    const what = records === 1 ? "1 record" : `${records} records`;
    return { line: `What ${what} said of ${email} is erased`, data: { email, records } };
  },
};
