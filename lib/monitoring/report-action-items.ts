import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

export const reportActionItems: ActionItemKinds = {
  on_hold: defineActionItem({
    label: "Purchases paused after a restore",
    rank: 30,
    badge: { tone: "unsure", word: "Paused" },
    read: async (ctx) => (await import("./held-work.ts")).listHeldWork(ctx),
    format: (held) =>
      held.length > 0
        ? {
            title: "Purchases are paused after a restore",
            note: [
              `${pluralise(
                held.reduce((sum, { count }) => sum + count, 0),
                "purchase",
                "purchases",
              )} to check and release.`,
            ],
            path: "/admin/review",
          }
        : undefined,
  }),
  failure_fault: defineActionItem({
    label: "Failures whose fault is unclear",
    rank: 39,
    badge: { tone: "unsure", word: "To decide" },
    read: async (ctx) => (await import("./delivery-board.ts")).readDeliveryBoard(ctx),
    format({ failures }) {
      const doubtful = failures.filter(({ isDoubtful }) => isDoubtful);
      return doubtful.length === 0
        ? undefined
        : {
            title: "Decide whose fault failures are",
            note: doubtful
              .slice(0, 3)
              .map(({ count, text, name }) => `${count} × ${text || "no reason given"}, ${name}. `),
            path: "/admin/networks",
          };
    },
  }),
  alerts: defineActionItem({
    label: "Alerts not delivered",
    rank: 200,
    badge: { tone: "bad", word: "Failing" },
    read: async (ctx) => (await import("./alert/alert-trouble.ts")).getAlertTrouble(ctx),
    format: (trouble) =>
      trouble && {
        title: pluralise(trouble.count, "alert recipient isn’t reached", "alert recipients aren’t reached"),
        note: [trouble.problem],
        path: "/admin/settings/notifications#alerts",
      },
  }),
  failed_jobs: defineActionItem({
    label: "Failing background work",
    rank: 260,
    badge: { tone: "unsure", word: "Failing" },
    read: async (ctx, modules) => (await import("./lane-states.ts")).getLaneTrouble(ctx, modules),
    format: (trouble) =>
      trouble && {
        title: `Failing background work: ${trouble.count}`,
        note: [trouble.what],
        path: "/admin/records/system/failures",
      },
  }),
};
