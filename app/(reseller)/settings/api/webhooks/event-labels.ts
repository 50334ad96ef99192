export const EVENT_TYPE_LABELS: Readonly<Record<string, string>> = {
  "purchase.successful": "Purchase delivered",
  "purchase.failed": "Purchase failed",
  "purchase.reversed": "Purchase reversed",
  "plans.changed": "Plans changed",
  "announcement.made": "Announcement",
  "webhook.test": "Test",
};
