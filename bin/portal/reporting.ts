import { closeReporting, openReporting, ReportingRoleInput } from "#lib/report/reporting-role";
import { type Command, text } from "./command.ts";

export const reportingOpen: Command = {
  usage: "[--name]",
  does: "makes a database role that reads the reporting views and nothing else, or gives it another password",
  flags: { name: text },
  needs: [],
  async run(ctx, flags) {
    const opened = await openReporting(ctx, ReportingRoleInput.parse(flags));
    return {
      line: `Reports are read at ${opened.url} (shown this once; what is there: schema reporting)`,
      data: opened,
    };
  },
};

export const reportingClose: Command = {
  usage: "[--name]",
  does: "ends that role",
  flags: { name: text },
  needs: [],
  async run(ctx, flags) {
    const { name } = ReportingRoleInput.parse(flags);
    await closeReporting(ctx, { name });
    return { line: `${name} reads no reports any more`, data: { name } };
  },
};
