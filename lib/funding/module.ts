import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byReseller } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { instructionSettings } from "./payment-instructions.ts";

export const fundingModule = defineModule({
  name: "funding",
  tables: {
    funding_images: {
      retention: {
        label: "images of bank transfers, after these are approved or rejected",
        days: () => 365,
        at: sql`(select decided_at from funding_requests f where f.id = request_id)`,
      },
      personalData: { none: "images, which the pages show" },
    },
    funding_requests: {
      retention: { forever: "bank transfers that resellers submitted" },
      personalData: { ...byReseller, without: ["decided_by"] },
    },
  },
  settings: [instructionSettings],
  actions: {
    ...declareActions(() => import("./review-funding.ts"), {
      approveFunding: {
        redirects: "money",
        approval: true,
        permission: "money",
        audit: "funding.approved",
      },
      rejectFunding: { redirects: null, permission: "money", audit: "funding.rejected" },
    }),
  },
  audit: {
    "funding.approved": "approved a bank transfer",
    "funding.requested": "submitted a bank transfer",
    "funding.rejected": "rejected a bank transfer",
  },
  actionItems: {
    funding: defineActionItem({
      label: "Bank transfers to review",
      rank: 90,
      badge: { tone: "wait", word: "Pending" },
      read: async (ctx) => (await import("./funding-list.ts")).summarisePendingFunding(ctx),
      format: ({ count, since }) =>
        count > 0
          ? {
              title: pluralise(count, "bank transfer to review", "bank transfers to review"),
              note: since ? ["The oldest waits since ", since, "."] : [],
              path: "/admin/review/queue?kind=transfer",
            }
          : undefined,
    }),
  },
});
