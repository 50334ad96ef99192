import { listAdmins } from "#lib/account/admins";
import type { Command } from "./command.ts";

export const listAdminsCommand: Command = {
  usage: "",
  does: "lists all admins with their roles",
  flags: {},
  needs: [],
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
};
