import { z } from "zod";
import { CloseAdminInput, closeAdmin, listAdmins } from "#lib/account/admins";
import { Email } from "#lib/account/fields";
import { notFound } from "#lib/core/error";
import { type Command, text } from "./command.ts";

export const adminClose: Command = {
  usage: "--email --reason",
  does: "closes an admin's account, and signs them out everywhere",
  flags: { email: text, reason: text },
  needs: ["email", "reason"],
  async run(ctx, flags) {
    const wanted = z.object({ email: Email }).parse(flags);
    const admin = (await listAdmins(ctx)).find(({ email }) => email === wanted.email);
    if (!admin) throw notFound("admin");
    const { id, email } = admin;
    await closeAdmin(ctx, CloseAdminInput.parse({ id, reason: flags.reason }));
    return { line: `Admin ${id} ${email} closed`, data: { id, email } };
  },
};
