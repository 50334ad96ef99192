import { declareActions } from "#lib/core/action";
import type { Level } from "#lib/core/context";
import type { EventHandler } from "#lib/core/event";
import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { LEVEL_LABELS } from "#lib/core/level-labels";
import { defineActionItem, defineModule } from "#lib/core/module";
import { factText } from "#lib/core/notification-kind";
import { byReseller, operatorData } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";

const endRequests: EventHandler = async (...args) => (await import("./end-upgrades.ts")).endUpgrades(...args);

export const upgradeModule = defineModule({
  name: "upgrade",
  tables: {
    level_upgrades: {
      retention: { forever: "requests for a level, and levels bought" },
      personalData: { ...byReseller, without: ["decided_by"] },
    },
    upgrade_offers: operatorData({ current: "settings" }),
  },
  actions: {
    ...declareActions(() => import("./decide-upgrade.ts"), {
      approveUpgrade: {
        redirects: "money",
        permission: "resellers",
        audit: "upgrade.approved",
        input: "DecideUpgradeInput",
      },
      rejectUpgrade: {
        redirects: null,
        permission: "resellers",
        audit: "upgrade.rejected",
        input: "DecideUpgradeInput",
      },
    }),
    ...declareActions(() => import("./upgrade-offer.ts"), {
      setUpgradeOffer: {
        redirects: "money",
        approval: true,
        permission: "rules",
        audit: ["upgrade.offer", "approval_request.made"],
      },
    }),
  },
  audit: {
    "upgrade.approved": "approved a level upgrade",
    "upgrade.requested": "requested a level upgrade",
    "upgrade.bought": "bought a level upgrade",
    "upgrade.ended": "ended a level upgrade request",
    "upgrade.offer": "changed how a level is offered",
    "upgrade.rejected": "rejected a level upgrade",
  },
  events: { "upgrade.decided": "A level upgrade was approved or rejected." },
  follows: { "reseller.level_changed": endRequests, "reseller.closed": endRequests },
  jobs: [
    {
      name: "upgrades",
      label: "Level upgrades by volume",
      pool: "reports",
      actor: "upgrade",
      when: EVERY_TEN_MINUTES,
      run: async (ctx) => {
        await (await import("./approve-reached-upgrades.ts")).approveReachedUpgrades(ctx);
      },
    },
  ],
  notifications: {
    upgrade: {
      label: "Level upgrade decided",
      audience: "resellers",
      group: "money",
      follows: { "upgrade.decided": ({ facts }) => ({ facts }) },
      format: ({ facts }) => {
        const level = LEVEL_LABELS[factText(facts.level) as Level] ?? factText(facts.level);
        const approved = facts.state === "approved";
        return {
          title: approved ? `Level upgrade approved: ${level}` : `Level upgrade rejected: ${level}`,
          text: approved
            ? "Its prices apply from your next purchase."
            : `The reason: ${factText(facts.reason)} Nothing was charged.`,
          path: "/earn",
        };
      },
    },
  },
  actionItems: {
    upgrades: defineActionItem({
      label: "Level upgrade requests",
      rank: 145,
      badge: { tone: "wait", word: "Pending" },
      read: async (ctx) => (await import("./upgrade-list.ts")).countPendingUpgrades(ctx),
      format: (count) =>
        count > 0
          ? {
              title: pluralise(count, "level upgrade to review", "level upgrades to review"),
              note: ["Resellers wait for your decision."],
              path: "/admin/review/queue?kind=upgrade",
            }
          : undefined,
    }),
  },
});
