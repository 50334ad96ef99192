import { CreateAdminInput, createAdmin } from "#lib/account/admins";
import { type Command, passwordNote, text } from "./command.ts";

export const adminAdd: Command = {
  usage: "--email --name [--role] [--password]",
  does: "adds someone who runs the portal, an owner unless told otherwise",
  flags: { email: text, name: text, role: text, password: text },
  needs: ["email", "name"],
  async run(ctx, flags) {
    const admin = await createAdmin(ctx, CreateAdminInput.parse(flags));
    return {
      line: `Admin ${admin.id} ${admin.email} added${passwordNote(admin.password)}`,
      data: { ...admin },
    };
  },
};
