import type { Ctx } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

const read = async (ctx: Ctx) => (await import("./read-catalogue-problems.ts")).readCatalogueProblems(ctx);

export const catalogueActionItems: ActionItemKinds = {
  stale: defineActionItem({
    label: "Catalogue out of date",
    urgent: true,
    rank: 40,
    read,
    badge: { tone: "bad", word: "Not selling" },
    format: ({ stale }) =>
      stale && {
        title: "The catalogue is out of date, so nothing is sold",
        note: stale.since
          ? ["Last update: ", stale.since, `. ${stale.failure ?? ""}`]
          : [stale.failure ?? "It hasn’t been updated yet."],
        path: "/admin/system",
      },
  }),
  below_cost: defineActionItem({
    label: "Plans below cost",
    rank: 170,
    read,
    badge: { tone: "bad", word: "Not sold" },
    format: ({ belowCost }) =>
      belowCost > 0
        ? {
            title: pluralise(belowCost, "plan is priced below cost", "plans are priced below cost"),
            note: ["Plans aren’t sold below cost. Raise the price rule."],
            path: "/admin/catalogue?state=below_cost",
          }
        : undefined,
  }),
  off: defineActionItem({
    label: "All sales turned off",
    rank: 180,
    read,
    badge: { tone: "bad", word: "Off" },
    format: ({ offMessage }) =>
      offMessage === undefined
        ? undefined
        : {
            title: "All sales are turned off",
            note: [`Buyers see: “${offMessage}”`],
            path: "/admin/catalogue/availability",
          },
  }),
};
