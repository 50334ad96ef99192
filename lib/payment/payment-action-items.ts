import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

export const paymentActionItems: ActionItemKinds = {
  disputes: defineActionItem({
    label: "Disputes awaiting evidence",
    urgent: true,
    rank: 80,
    badge: { tone: "bad", word: "Dispute" },
    read: async (ctx) => (await import("./dispute/record-disputes.ts")).getOpenDisputes(ctx),
    format: ({ count, dueAt }) =>
      count > 0
        ? {
            title: pluralise(count, "open dispute", "open disputes"),
            note: dueAt
              ? ["Send evidence to the provider before ", dueAt, ", or the payer is refunded."]
              : ["Send evidence to the provider, or the payer is refunded."],
            path: "/admin/review/chargebacks?state=open",
          }
        : undefined,
  }),
  suspense: defineActionItem({
    label: "Payments in suspense",
    rank: 100,
    badge: { tone: "wait", word: "Unclear" },
    read: async (ctx) => (await import("./suspense/suspense-list.ts")).countSuspense(ctx),
    format: (count) =>
      count > 0
        ? {
            title: pluralise(count, "payment in suspense", "payments in suspense"),
            note: ["Providers confirmed money that doesn’t match a request. Assign or refund it."],
            path: "/admin/review/suspense",
          }
        : undefined,
  }),
  settlement: defineActionItem({
    label: "Settlement discrepancies",
    rank: 110,
    badge: { tone: "unsure", word: "Open" },
    async read(ctx) {
      const [{ countSettlementDiscrepancies }, { getFailingComparison }] = await Promise.all([
        import("./settlement/settlement-discrepancy-list.ts"),
        import("./settlement/settlement-comparisons.ts"),
      ]);
      const [count, failing] = await Promise.all([
        countSettlementDiscrepancies(ctx),
        getFailingComparison(ctx),
      ]);
      return { count, failing };
    },
    format({ count, failing }) {
      const path = "/admin/review/settlements";
      if (count > 0)
        return {
          title: pluralise(count, "settlement discrepancy", "settlement discrepancies"),
          note: ["What providers paid out doesn’t match the ledger."],
          path,
        };
      return (
        failing && {
          title: `${failing.provider} settlements aren’t compared`,
          note: [
            `The last attempt failed: ${failing.failure}. Until one succeeds, discrepancies aren’t detected.`,
          ],
          path,
        }
      );
    },
  }),
  provider_fees: defineActionItem({
    label: "Provider fees that differ",
    rank: 115,
    badge: { tone: "unsure", word: "Check" },
    read: async (ctx) => (await import("./fee/compare-fees.ts")).listDifferingFees(ctx),
    format: ([first]) =>
      first && {
        title: `${first.label} takes another fee than expected`,
        note: [
          `${first.compared === 1 ? "The last payment differs" : `${first.differing} of the last ${first.compared} payments differ`}. Resellers see the expected fee before they pay.`,
        ],
        path: "/admin/settings/payments#provider-fees",
      },
  }),
};
