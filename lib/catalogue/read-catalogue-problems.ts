import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { getCatalogue } from "./get-catalogue.ts";
import { getQuote } from "./price/price.ts";

/** Reads the problems of the catalogue that an admin has to solve. Admins only. */
export async function readCatalogueProblems(ctx: Ctx) {
  requireAdmin(ctx);
  const { fresh, staleSince, failure, plans, settings } = await getCatalogue(ctx);
  return {
    /** While the catalogue is too old to sell from. */
    stale: fresh ? undefined : { since: staleSince, failure },
    belowCost: [...plans.values()].filter((plan) =>
      LEVELS.some((level) => getQuote(plan, level).reason === "below_cost"),
    ).length,
    /** While everything is switched off. */
    offMessage: settings.switches.find(({ off, networkId }) => off && networkId === null)?.message,
  };
}
