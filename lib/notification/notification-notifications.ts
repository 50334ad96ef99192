import { factText, type NotificationKinds } from "#lib/core/notification-kind";
import { ANNOUNCEMENT_KIND_LABELS } from "#lib/core/text/announcement-labels";

/** Notifications of prices and announcements, by event. */
export const notificationNotifications: NotificationKinds = {
  prices: {
    label: "Prices changed",
    note: "For plans you bought in the last 30 days or set your own price for.",
    audience: "resellers",
    mail: false,
    push: false,
  },
  announcement: {
    label: "Announcements",
    note: "Outages, maintenance and news.",
    audience: "resellers",
    mail: false,
    push: false,
    format: ({ facts }) => ({
      title: [
        ANNOUNCEMENT_KIND_LABELS[factText(facts.kind) as keyof typeof ANNOUNCEMENT_KIND_LABELS],
        facts.network,
      ]
        .filter(Boolean)
        .join(": "),
      text: factText(facts.text),
      path: "/status",
    }),
  },
};
