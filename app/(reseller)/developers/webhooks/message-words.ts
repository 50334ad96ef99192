/** What a message tells, in people's words. */
export const TYPES: Readonly<Record<string, string>> = {
  "purchase.successful": "Purchase delivered",
  "purchase.failed": "Purchase failed",
  "purchase.reversed": "Purchase taken back",
  "plans.changed": "Plans changed",
  "announcement.made": "Announcement",
  "webhook.test": "Test",
};

/** How a message stands. */
export const STATES = {
  delivered: { tone: "good", word: "Arrived" },
  waiting: { tone: "wait", word: "Trying" },
  failed: { tone: "bad", word: "Given up" },
} as const;
