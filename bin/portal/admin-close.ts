import { z } from "zod";
import { CloseAdminInput, closeAdmin, listAdmins } from "#lib/account/admins";
import { Email } from "#lib/account/fields";
import { notFoundError } from "#lib/core/error";
import { type Command, textFlag } from "./command.ts";

export const closeAdminCommand: Command = {
  usage: "--email --reason",
  does: "closes an admin's account and signs them out everywhere",
  flags: { email: textFlag, reason: textFlag },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const input = z.object({ email: Email }).parse(flags);
    const admin = (await listAdmins(ctx)).find(({ email }) => email === input.email);
    if (!admin) throw notFoundError("admin");
    const { id, email } = admin;
    await closeAdmin(ctx, CloseAdminInput.parse({ id, reason: flags.reason }));
    return { line: `Admin ${id} ${email} closed`, data: { id, email } };
  },
};
