import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

export const fundingActionItems: ActionItemKinds = {
  funding: defineActionItem({
    label: "Bank transfers to review",
    rank: 90,
    badge: { tone: "wait", word: "Pending" },
    read: async (ctx) => (await import("./funding-list.ts")).countPendingFunding(ctx),
    format: (count) =>
      count > 0
        ? {
            title: pluralise(count, "bank transfer to review", "bank transfers to review"),
            note: ["Resellers wait for the money in their wallets."],
            path: "/admin/review/queue?kind=transfer",
          }
        : undefined,
  }),
};
