export type NotificationGroup =
  | "money"
  | "purchases"
  | "customers"
  | "delivery_issues"
  | "admin_actions"
  | "report_day"
  | "report_outcomes"
  | "report_week"
  | "report_month"
  | "security"
  | "news";

interface NotificationGroupRule {
  /** The label in settings and in emails that offer to unsubscribe. */
  label: string;
  note?: string;
  /** Whether email and push are on by default. */
  mail: boolean;
  push: boolean;
  /** It concerns the account's security, so email can't be turned off. */
  always?: boolean;
}

/** Groups of notifications, in the order of settings: an account chooses email and push for each. */
export const NOTIFICATION_GROUPS: Readonly<Record<NotificationGroup, NotificationGroupRule>> = {
  money: {
    label: "Money",
    note: "Wallet, top-ups, refunds, rewards, levels.",
    mail: true,
    push: true,
  },
  purchases: {
    label: "Purchases",
    note: "Failed, unconfirmed and late, and your day in the evening.",
    mail: false,
    push: true,
  },
  customers: {
    label: "Shop and customers",
    note: "Orders, complaints, delivery issues, schedules.",
    mail: true,
    push: true,
  },
  delivery_issues: {
    label: "Delivery issues",
    note: "That resellers report, reopen or reply to.",
    mail: true,
    push: true,
  },
  admin_actions: {
    label: "Actions of other admins",
    note: "To owners: what another admin did with money, prices, suppliers, personal data or access.",
    mail: true,
    push: true,
  },
  report_day: {
    label: "Daily report",
    note: "At the report hour, once the previous day is closed.",
    mail: false,
    push: false,
  },
  report_outcomes: {
    label: "Daily outcomes for the regulator",
    note: "At the report hour, once the previous day is closed. Only if chosen; the email has the file.",
    mail: false,
    push: false,
  },
  report_week: { label: "Weekly report", note: "On Mondays.", mail: false, push: false },
  report_month: {
    label: "Monthly report",
    note: "On the 1st of the next month.",
    mail: false,
    push: false,
  },
  security: {
    label: "Security",
    note: "Sign-ins, passwords, PIN, keys.",
    mail: true,
    push: true,
    always: true,
  },
  news: {
    label: "News",
    note: "Price changes, announcements.",
    mail: false,
    push: false,
  },
};
