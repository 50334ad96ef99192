import { type Ctx, LEVELS, requireAdmin } from "#lib/core/context";
import { getCatalogue } from "./get-catalogue.ts";
import { getQuote } from "./price.ts";

/** Problems of the catalogue that an admin has to solve. */
export interface CatalogueProblems {
  /** The last update and the failure, while the catalogue is too old to sell from. */
  stale: { since: Date | null; failure: string | null } | undefined;
  /** The number of plans whose price is below their cost. */
  belowCost: number;
  /** The message that buyers see while everything is switched off. */
  offMessage: string | undefined;
}

/** Reads the current problems. Admins only. */
export async function readCatalogueProblems(ctx: Ctx): Promise<CatalogueProblems> {
  requireAdmin(ctx);
  const { fresh, staleSince, failure, plans, settings } = await getCatalogue(ctx);
  return {
    stale: fresh ? undefined : { since: staleSince, failure },
    belowCost: [...plans.values()].filter((plan) =>
      LEVELS.some((level) => getQuote(plan, level).reason === "below_cost"),
    ).length,
    offMessage: settings.switches.find(({ off, networkId }) => off && networkId === null)?.message,
  };
}
