import { listAdmins } from "#lib/account/admins";
import type { Command } from "./command.ts";

export const adminList: Command = {
  usage: "",
  does: "names everyone who runs the portal",
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
    return { line: line || "No admin", data: { admins: admins.map(({ you: _you, ...admin }) => admin) } };
  },
};
