import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byOwner, byReseller } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { issueNotifications } from "./issue-notifications.ts";
import { issueSettings } from "./issue-settings.ts";

/** Delivery issues: reports that a delivered purchase didn't arrive. */
export const issueModule = defineModule({
  name: "issue",
  tables: {
    delivery_issue_messages: {
      retention: {
        label: "messages of delivery issues",
        days: () => 180,
        at: sql`at`,
        erases: sql`text = null, note = null, erased_at = now()`,
        where: sql`erased_at is null`,
        inOrder: true,
      },
      personalData: {
        account: byOwner(sql`(select reseller_id from delivery_issues c where c.id = t.delivery_issue_id)`),
        without: ["note", "admin_id"],
      },
    },
    delivery_issues: {
      retention: { forever: "delivery issues and their results" },
      personalData: byReseller,
    },
  },
  erasures: {
    async cases(ctx, { email, reason }) {
      if (email === undefined) return 0;
      const { eraseIssueMessagesOf } = await import("./erase-issue-messages.ts");
      return eraseIssueMessagesOf(ctx, { email, reason });
    },
  },
  settings: [issueSettings],
  actions: {
    ...declareActions(() => import("./erase-issue-messages.ts"), {
      eraseIssueMessagesOf: { redirects: null, permission: "personal", audit: "delivery_issue.erased" },
    }),
    ...declareActions(() => import("./reply-to-delivery-issue.ts"), {
      replyToDeliveryIssue: {
        redirects: "money",
        approval: true,
        permission: ["answer", "money"],
        audit: "delivery_issue.answered",
      },
    }),
  },
  audit: {
    "delivery_issue.answered": "answered a delivery issue",
    "delivery_issue.erased": "erased delivery issue messages",
    "delivery_issue.opened": "opened a delivery issue",
    "delivery_issue.reopened": "reopened a delivery issue",
    "delivery_issue.replied": "added to a delivery issue",
  },
  events: {
    "delivery_issue.answered": "An admin replied in a delivery issue.",
    "delivery_issue.reported": "A reseller reported, reopened or replied in a delivery issue.",
  },
  notifications: issueNotifications,
  actionItems: {
    deliveryIssues: defineActionItem({
      label: "Delivery issues",
      rank: 130,
      badge: { tone: "wait", word: "Awaiting reply" },
      read: async (ctx) => (await import("./delivery-issue-list.ts")).countDeliveryIssues(ctx),
      format({ count, overdue, nextReplyAt }) {
        if (count === 0 || !nextReplyAt) return undefined;
        const item = {
          title: pluralise(count, "delivery issue awaiting a reply", "delivery issues awaiting a reply"),
          note: ["The first reply is due ", nextReplyAt, "."],
          path: "/admin/review/queue?kind=issue",
        };
        if (overdue === 0) return item;
        return {
          ...item,
          rank: 60,
          badge: { tone: "bad", word: `${overdue} overdue` },
        };
      },
    }),
  },
  findUnreceived: async (...args) =>
    (await import("./find-purchases-with-open-issue.ts")).findPurchasesWithOpenIssue(...args),
  reportUndelivered: async (ctx, report) =>
    (await import("./open-delivery-issue.ts")).openFirstDeliveryIssue(ctx, report),
});
