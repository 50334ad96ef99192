import { CreateAdminInput, createAdmin } from "#lib/account/admins";
import { type Command, formatPasswordNote, textFlag } from "./command.ts";

export const addAdminCommand: Command = {
  usage: "--email --name [--role] [--password]",
  does: "adds an admin; the role is Owner by default",
  flags: { email: textFlag, name: textFlag, role: textFlag, password: textFlag },
  needs: ["email", "name"],
  async run(ctx, flags) {
    const admin = await createAdmin(ctx, CreateAdminInput.parse(flags));
    return {
      line: `Admin ${admin.id} ${admin.email} added${formatPasswordNote(admin.password)}`,
      data: { ...admin },
    };
  },
};
