import { type ActionItemKinds, defineActionItem } from "#lib/core/module";

export const salesActionItems: ActionItemKinds = {
  books: defineActionItem({
    label: "Ledger out of balance",
    urgent: true,
    rank: 10,
    badge: { tone: "bad", word: "Out of balance" },
    read: async (ctx) => (await import("./daily-close-list.ts")).getLastProof(ctx),
    format: (proof) =>
      proof && !proof.agrees
        ? {
            title: "The ledger is out of balance",
            note: ["Found at the daily close. Stop sending until you know the cause."],
            path: `/admin/records/closes/${proof.day}`,
          }
        : undefined,
  }),
};
