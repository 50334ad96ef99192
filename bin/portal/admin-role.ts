import { z } from "zod";
import { findRoleByName, listAdmins } from "#lib/account/admins";
import { Email } from "#lib/account/fields";
import { giveRole } from "#lib/account/staff/give-role";
import { notFoundError } from "#lib/core/error";
import { type Command, textFlag } from "./command.ts";

/** For an operator without an owner who can sign in, and for admins that a version without roles added. */
export const setAdminRoleCommand: Command = {
  usage: "--email --role --reason",
  does: "changes an admin's role: Owner, Finance, Support, Catalogue or one of your own",
  flags: { email: textFlag, role: textFlag, reason: textFlag },
  needs: ["email", "role", "reason"],
  async run(ctx, flags) {
    const input = z.object({ email: Email, role: z.string() }).parse(flags);
    const admin = (await listAdmins(ctx)).find(({ email }) => email === input.email);
    if (!admin) throw notFoundError("admin");
    const role = await findRoleByName(ctx, input.role);
    await giveRole(ctx, { id: admin.id, roleId: role.id, reason: String(flags.reason) });
    return {
      line: `Admin ${admin.id} ${admin.email} is ${role.name} now`,
      data: { id: admin.id, email: admin.email, role: role.name },
    };
  },
};
