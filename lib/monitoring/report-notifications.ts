import type { MailFileMaker, NotificationKinds } from "#lib/core/notification-kind";

const createMailedFile: MailFileMaker = async (ctx, file) =>
  (await import("./mailed-file.ts")).createMailedFile(ctx, file);

export const reportNotifications: NotificationKinds = {
  statement: {
    label: "Monthly statement",
    audience: "resellers",
    group: "money",
    file: createMailedFile,
  },
  report_day: {
    label: "Daily report",
    audience: "admins",
    group: "report_day",
    file: createMailedFile,
  },
  report_outcomes: {
    label: "Daily outcomes for the regulator",
    audience: "admins",
    group: "report_outcomes",
    file: createMailedFile,
  },
  report_week: {
    label: "Weekly report",
    audience: "admins",
    group: "report_week",
    file: createMailedFile,
  },
  report_month: {
    label: "Monthly report",
    audience: "admins",
    group: "report_month",
    file: createMailedFile,
  },
};
