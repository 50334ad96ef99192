import { createReportingRole, ReportingRoleInput, removeReportingRole } from "#lib/report/reporting-role";
import { type Command, textFlag } from "./command.ts";

export const createReportingRoleCommand: Command = {
  usage: "[--name]",
  does: "creates a database role that can only read the reporting views, or changes its password",
  flags: { name: textFlag },
  needs: [],
  async run(ctx, flags) {
    const role = await createReportingRole(ctx, ReportingRoleInput.parse(flags));
    return {
      line: `Reporting database: ${role.url} (shown only once; the views are in the schema reporting)`,
      data: role,
    };
  },
};

export const removeReportingRoleCommand: Command = {
  usage: "[--name]",
  does: "removes that role",
  flags: { name: textFlag },
  needs: [],
  async run(ctx, flags) {
    const { name } = ReportingRoleInput.parse(flags);
    await removeReportingRole(ctx, { name });
    return { line: `Reporting role ${name} removed`, data: { name } };
  },
};
