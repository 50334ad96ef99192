import { z } from "zod";
import { listAdmins, roleNamed } from "#lib/account/admins";
import { Email } from "#lib/account/fields";
import { giveRole } from "#lib/account/staff/give-role";
import { notFound } from "#lib/core/error";
import { type Command, text } from "./command.ts";

/** For the day on which no owner can sign in, and for who was added by a version that knew no roles. */
export const adminRole: Command = {
  usage: "--email --role --reason",
  does: "gives someone who runs the portal another role: Owner, Finance, Support, Catalogue or one of yours",
  flags: { email: text, role: text, reason: text },
  needs: ["email", "role", "reason"],
  async run(ctx, flags) {
    const wanted = z.object({ email: Email, role: z.string() }).parse(flags);
    const admin = (await listAdmins(ctx)).find(({ email }) => email === wanted.email);
    if (!admin) throw notFound("admin");
    const role = await roleNamed(ctx, wanted.role);
    await giveRole(ctx, { id: admin.id, roleId: role.id, reason: String(flags.reason) });
    return {
      line: `Admin ${admin.id} ${admin.email} is ${role.name} now`,
      data: { id: admin.id, email: admin.email, role: role.name },
    };
  },
};
