import {
  factText,
  type NotificationKinds,
  type NotificationText,
  type RawNotification,
} from "#lib/core/notification-kind";

/** Formats a notification for a reader of this role. */
export function formatNotification(
  kinds: NotificationKinds,
  notification: RawNotification,
  role: "reseller" | "admin",
): NotificationText {
  const settingsPath = role === "admin" ? "/admin/settings" : "/settings";
  return kinds[notification.event]?.format?.(notification, settingsPath) ?? formatStoredText(notification);
}

function formatStoredText({ facts }: RawNotification): NotificationText {
  return { title: factText(facts.title), text: factText(facts.text), path: factText(facts.path) || "/" };
}
