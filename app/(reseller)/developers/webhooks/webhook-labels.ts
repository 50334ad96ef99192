/** The types of events. */
export const EVENT_TYPE_LABELS: Readonly<Record<string, string>> = {
  "purchase.successful": "Purchase delivered",
  "purchase.failed": "Purchase failed",
  "purchase.reversed": "Purchase reversed",
  "plans.changed": "Plans changed",
  "announcement.made": "Announcement",
  "webhook.test": "Test",
};

/** The states of a delivery. */
export const DELIVERY_STATE_LABELS = {
  delivered: { tone: "good", word: "Delivered" },
  waiting: { tone: "wait", word: "Retrying" },
  failed: { tone: "bad", word: "Failed" },
} as const;
