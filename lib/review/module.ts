import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";

export const reviewModule = defineModule({
  name: "review",
  tables: {
    review_assignments: {
      retention: { label: "assignments of items to review", days: () => 90, at: sql`assigned_at` },
      personalData: { account: (id) => sql`t.admin_id = ${id}` },
    },
    saved_replies: {
      retention: { current: "until an admin deletes them" },
      personalData: { account: (id) => sql`t.owner_id = ${id}` },
    },
  },
  actions: {
    ...declareActions(() => import("./assign-review-item.ts"), {
      assignReviewItem: {
        redirects: null,
        permission: "see",
        audit: ["review.assigned", "review.released"],
        reason: false,
        input: null,
      },
    }),
    ...declareActions(() => import("./saved-replies.ts"), {
      deleteReply: {
        redirects: null,
        permission: "answer",
        audit: "reply.deleted",
        reason: false,
        input: null,
      },
      saveReply: { redirects: null, permission: "answer", audit: "reply.saved", reason: false, input: null },
    }),
  },
  audit: {
    "reply.deleted": "deleted a saved reply",
    "reply.saved": "saved a reply",
    "review.assigned": "assigned an item to review",
    "review.released": "released an item to review",
  },
});
