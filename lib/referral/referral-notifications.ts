import type { NotificationKinds } from "#lib/core/notification-kind";

/** Notifications about new resellers who came by a reseller's link. The database creates them. */
export const referralNotifications: NotificationKinds = {
  referral: {
    label: "New reseller by your link",
    audience: "resellers",
    mail: false,
    push: true,
    format: () => ({
      title: "A new reseller joined by your link",
      text: "See who it is, what you earn, and when.",
      path: "/referrals",
    }),
  },
};
