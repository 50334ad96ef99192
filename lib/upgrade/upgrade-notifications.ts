import type { Level } from "#lib/core/context";
import { LEVEL_LABELS } from "#lib/core/level-labels";
import { factText, type NotificationKinds } from "#lib/core/notification-kind";

/** Notifications about requests for a level. Database triggers create them. */
export const upgradeNotifications: NotificationKinds = {
  upgrade: {
    label: "Level upgrade decided",
    audience: "resellers",
    mail: true,
    push: true,
    format: ({ facts }) => {
      const level = LEVEL_LABELS[factText(facts.level) as Level] ?? factText(facts.level);
      const approved = facts.state === "approved";
      return {
        title: approved ? `Level upgrade approved: ${level}` : `Level upgrade rejected: ${level}`,
        text: approved
          ? "Its prices apply from your next purchase."
          : `The reason: ${factText(facts.reason)} No money was taken.`,
        path: "/level",
      };
    },
  },
};
