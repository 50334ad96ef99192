import type { Ctx } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { formatRoughDuration } from "#lib/core/time/time";

const readUnconfirmed = async (ctx: Ctx) =>
  (await import("./admin/count-unconfirmed.ts")).countUnconfirmed(ctx);

export const reconcileActionItems: ActionItemKinds = {
  overdue: defineActionItem({
    label: "Overdue unconfirmed purchases",
    rank: 50,
    read: readUnconfirmed,
    badge: { tone: "bad", word: "Overdue" },
    format: ({ overdue }) =>
      overdue > 0
        ? {
            title: pluralise(overdue, "unconfirmed purchase is overdue", "unconfirmed purchases are overdue"),
            note: ["Buyers were promised a result within a day. Ask the supplier, then resolve them."],
            path: "/admin/review/queue?kind=unconfirmed",
          }
        : undefined,
  }),
  low_balance: defineActionItem({
    label: "Low balance at a supplier",
    urgent: true,
    rank: 70,
    badge: { tone: "bad", word: "Low" },
    read: async (ctx) => (await import("./upstream-balance.ts")).listUpstreamBalances(ctx),
    format: (balances) => {
      const [first, ...others] = balances.filter(({ low }) => low);
      if (!first) return undefined;
      if (others.length > 0)
        return {
          title: `Low balances at ${others.length + 1} suppliers`,
          note: [first, ...others].map(
            ({ supplier, amount }) => `${supplier.name}: ${formatMoney(amount)}. `,
          ),
          path: "/admin/networks/suppliers",
        };
      return {
        title: `Low balance: ${first.supplier.name}, ${formatMoney(first.amount)}`,
        note: first.emptyAt
          ? [`At today’s rate it lasts ${formatRoughDuration(first.emptyAt.getTime() - Date.now())}.`]
          : ["Deposit money before purchases are rejected."],
        path: `/admin/networks/suppliers/${first.supplier.id}`,
      };
    },
  }),
  second_admin: defineActionItem({
    label: "Approval requests",
    rank: 120,
    badge: { tone: "wait", word: "To approve" },
    read: async (ctx) => (await import("./admin/approval-request-list.ts")).countApprovalRequests(ctx),
    format: (count) =>
      count > 0
        ? {
            title: pluralise(count, "approval request", "approval requests"),
            note: ["Another admin must approve or reject each of them."],
            path: "/admin/review/approvals",
          }
        : undefined,
  }),
  unconfirmed: defineActionItem({
    label: "Unconfirmed purchases",
    rank: 140,
    read: readUnconfirmed,
    badge: { tone: "unsure", word: "Unconfirmed" },
    format: ({ count, oldestAt }) =>
      oldestAt
        ? {
            title: pluralise(count, "unconfirmed purchase", "unconfirmed purchases"),
            note: ["The oldest was placed ", oldestAt, "."],
            path: "/admin/review/queue?kind=unconfirmed",
          }
        : undefined,
  }),
  discrepancies: defineActionItem({
    label: "Open discrepancies",
    rank: 160,
    badge: { tone: "unsure", word: "Open" },
    read: async (ctx) => (await import("./admin/count-unconfirmed.ts")).countOpenDiscrepancies(ctx),
    format: (count) =>
      count > 0
        ? {
            title: pluralise(count, "open discrepancy", "open discrepancies"),
            note: ["A supplier’s responses or balance don’t match the records."],
            path: "/admin/review/discrepancies",
          }
        : undefined,
  }),
  chain: defineActionItem({
    label: "Balance chain stopped",
    rank: 250,
    badge: { tone: "bad", word: "Stopped" },
    read: async (ctx) => (await import("./chain-delay.ts")).getChainStop(ctx),
    format: (stoppedAt) =>
      stoppedAt && {
        title: "Balance chain is not advancing",
        note: [
          ...["It stopped at ", stoppedAt],
          ". Missing money isn’t detected, and unconfirmed purchases aren’t resolved automatically.",
        ],
        path: "/admin/review",
      },
  }),
};
