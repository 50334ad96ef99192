import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

export const accountActionItems: ActionItemKinds = {
  low_wallets: defineActionItem({
    ...{ label: "Low reseller wallets", rank: 150 },
    badge: { tone: "wait", word: "Low" },
    read: async (ctx) => (await import("./reseller/read-resellers.ts")).countLowWallets(ctx),
    format: (count) =>
      count > 0
        ? {
            title: pluralise(count, "reseller’s wallet is low", "resellers’ wallets are low"),
            note: ["Below the threshold that you set. Ask whether they want to top up."],
            path: "/admin/resellers?watch=low",
          }
        : undefined,
  }),
};
