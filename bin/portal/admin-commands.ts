import { z } from "zod";
import {
  CloseAdminInput,
  CreateAdminInput,
  closeAdmin,
  createAdmin,
  findRoleByName,
  listAdmins,
} from "#lib/account/admins";
import { Email } from "#lib/account/fields";
import { createFirstOwnerSecret } from "#lib/account/first-owner";
import { giveRole } from "#lib/account/staff/give-role";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { formatPasswordNote } from "./account-commands.ts";
import type { CommandFlags, PortalCommand } from "./command.ts";

export const ADMIN_COMMANDS: Record<string, PortalCommand> = {
  "owner link": {
    usage: "",
    does: "shows the address at which the first owner signs up, for 24 hours; only while there is no admin",
    async run(ctx) {
      const secret = await createFirstOwnerSecret(ctx);
      const link = secret && new URL(`/welcome/owner/${secret}`, env().NEXTAUTH_URL).href;
      return {
        line: link ?? "There is an admin already: owners add others under Settings → Staff",
        data: { link },
      };
    },
  },
  "admin list": {
    usage: "",
    does: "lists all admins with their roles",
    async run(ctx) {
      const admins = await listAdmins(ctx);
      const line = admins
        .map(
          ({ id, email, name, role, state }) =>
            `${id} ${email} ${name} (${state === "active" ? (role?.name ?? "no role") : state})`,
        )
        .join("; ");
      return { line: line || "No admins", data: { admins: admins.map(({ you: _you, ...admin }) => admin) } };
    },
  },
  "admin add": {
    usage: "--email --name [--role] [--password]",
    example: '--email ada@example.com --name "Ada Eze" --role Owner',
    does: "adds an admin; the role is Owner by default",
    announce: ({ email, role = "Owner" }) => `Adding ${email} as an admin with the role ${role}`,
    async run(ctx, flags) {
      const admin = await createAdmin(ctx, CreateAdminInput.parse(flags));
      return {
        line: `Admin ${admin.id} ${admin.email} added${formatPasswordNote(admin.password)}`,
        data: { ...admin },
      };
    },
  },
  // For an operator without an owner who can sign in, and for admins that a version without roles added.
  "admin role": {
    usage: "--email --role --reason",
    example: '--email ada@example.com --role Owner --reason "second owner"',
    does: "changes an admin's role: Owner, Finance, Support, Catalogue or one of your own",
    announce: ({ email, role }) => `Changing the role of ${email} to ${role}`,
    async run(ctx, flags) {
      const admin = await findAdmin(ctx, flags);
      const role = await findRoleByName(ctx, String(flags.role));
      await giveRole(ctx, { id: admin.id, roleId: role.id, reason: String(flags.reason) });
      return {
        line: `Admin ${admin.id} ${admin.email} is ${role.name} now`,
        data: { id: admin.id, email: admin.email, role: role.name },
      };
    },
  },
  "admin close": {
    usage: "--email --reason",
    example: '--email ada@example.com --reason "left the company"',
    does: "closes an admin's account and signs them out everywhere",
    announce: ({ email }) => `Closing the account of ${email} permanently, and signing it out`,
    async run(ctx, flags) {
      const { id, email } = await findAdmin(ctx, flags);
      await closeAdmin(ctx, CloseAdminInput.parse({ id, reason: flags.reason }));
      return { line: `Admin ${id} ${email} closed`, data: { id, email } };
    },
  },
};

async function findAdmin(ctx: Ctx, flags: CommandFlags) {
  const input = z.object({ email: Email }).parse(flags);
  const admin = (await listAdmins(ctx)).find(({ email }) => email === input.email);
  if (!admin) throw notFoundError("admin");
  return admin;
}
