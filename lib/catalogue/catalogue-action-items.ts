import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";
import type { Plan } from "./catalogue.ts";

async function read(ctx: Ctx) {
  requireAdmin(ctx);
  const { getCatalogue } = await import("./get-catalogue.ts");
  const { getLevelQuote } = await import("./price/price.ts");
  const { formatScope } = await import("./price/list-price-rules.ts");
  const catalogue = await getCatalogue(ctx);
  const { fresh, staleSince, failure, plans, settings } = catalogue;
  const off = settings.switches.filter((part) => part.off);
  const isBelowCost = (plan: Plan) =>
    LEVELS.some((level) => getLevelQuote(plan, level).reason === "below_cost");
  return {
    /** While the catalogue is too old to sell from. */
    stale: fresh ? undefined : { since: staleSince, failure },
    doubted: [...plans.values()].filter(({ doubt }) => doubt !== null).length,
    belowCost: [...plans.values()].filter(isBelowCost).length,
    /** While everything is turned off. */
    offMessage: off.find(({ networkId }) => networkId === null)?.message,
    /** The networks and types that are turned off: "MTN", "MTN SME". */
    offParts: off
      .filter(({ networkId }) => networkId !== null)
      .map((part) => formatScope({ ...part, planId: null }, catalogue)),
  };
}

export const catalogueActionItems: ActionItemKinds = {
  stale: defineActionItem({
    label: "Catalogue out of date",
    urgent: true,
    alarm: true,
    rank: 40,
    read,
    badge: { tone: "bad", word: "Not selling" },
    format: ({ stale }) =>
      stale && {
        title: "The catalogue is out of date, so nothing is sold",
        note: stale.since
          ? ["Last update: ", stale.since, `. ${stale.failure ?? ""}`]
          : [stale.failure ?? "It hasn’t been updated yet."],
        path: "/admin/records/system",
      },
  }),
  plan_doubt: defineActionItem({
    label: "Plans to confirm",
    urgent: true,
    rank: 41,
    read,
    badge: { tone: "bad", word: "Not sold" },
    format: ({ doubted }) =>
      doubted > 0
        ? {
            title: pluralise(doubted, "plan changed wildly", "plans changed wildly"),
            note: [
              "The main supplier’s list isn’t believed: these plans aren’t sold until you confirm each.",
            ],
            path: "/admin/catalogue?state=doubt",
          }
        : undefined,
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
    alarm: true,
    rank: 180,
    read,
    badge: { tone: "bad", word: "Off" },
    format: ({ offMessage }) =>
      offMessage === undefined
        ? undefined
        : {
            title: "All sales are turned off",
            note: [`Buyers see: “${offMessage}”`],
            path: "/admin/networks",
          },
  }),
  part_off: defineActionItem({
    label: "Networks turned off",
    alarm: true,
    rank: 181,
    read,
    badge: { tone: "unsure", word: "Off" },
    format: ({ offMessage, offParts }) =>
      offMessage !== undefined || offParts.length === 0
        ? undefined
        : {
            title: `Turned off: ${offParts.join(", ")}`,
            note: ["Buyers see your message, and nothing of it is sold."],
            path: "/admin/networks",
          },
  }),
};
