import type { MailFileMaker, NotificationKinds } from "#lib/core/notification-kind";

const createMailedFile: MailFileMaker = async (ctx, file) =>
  (await import("./mailed-file.ts")).createMailedFile(ctx, file);

export const reportNotifications: NotificationKinds = {
  statement: {
    label: "Monthly statement",
    note: "On the 1st, if your wallet had entries that month.",
    audience: "resellers",
    mail: true,
    push: false,
    file: createMailedFile,
  },
  report_day: {
    label: "Daily report",
    note: "At the report hour, once the previous day is closed.",
    audience: "admins",
    mail: false,
    push: false,
    file: createMailedFile,
  },
  report_outcomes: {
    label: "Daily outcomes for the regulator",
    note: "At the report hour, once the previous day is closed. The email has the file.",
    audience: "admins",
    mail: false,
    push: false,
    file: createMailedFile,
  },
  report_week: {
    label: "Weekly report",
    note: "On Mondays.",
    audience: "admins",
    mail: false,
    push: false,
    file: createMailedFile,
  },
  report_month: {
    label: "Monthly report",
    note: "On the 1st of the next month.",
    audience: "admins",
    mail: false,
    push: false,
    file: createMailedFile,
  },
};
