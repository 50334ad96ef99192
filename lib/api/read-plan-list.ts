import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getPrice } from "#lib/catalogue/price/price";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { formatTermsKey, getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { getCachedList } from "./cached-list.ts";
import type { ApiResponse } from "./response.ts";
import type { ApiPlan } from "./schemas.ts";
import { API_TEXTS } from "./texts.ts";

/** Lists the plans on sale to the caller, by network (interface: Plain list). @throws unavailable */
export async function readPlanList(ctx: Ctx): Promise<ApiResponse> {
  const terms = getPriceTerms(requireBuyer(ctx));
  const catalogue = await requireCatalogue(ctx);
  return {
    status: 200,
    kept: getCachedList(catalogue, `plain ${formatTermsKey(terms)}`, () => buildPlanList(catalogue, terms)),
  };
}

function buildPlanList({ networks, types, plans }: Catalogue, terms: PriceTerms): ApiPlan[] {
  const sold = [...plans.values()].filter((plan) => getPrice(plan, terms) !== undefined);
  return networks.flatMap(({ id: networkId }) =>
    types
      .filter((type) => type.networkId === networkId)
      .flatMap((type) => sold.filter((plan) => plan.networkId === networkId && plan.typeId === type.id))
      .map(
        ({ id, size, volume, validity, amount, networkName, typeName }): ApiPlan => ({
          id,
          size,
          volume,
          validity,
          amount: toAmountNumber(amount),
          network: networkName,
          type: typeName,
        }),
      ),
  );
}

/**
 * Returns the catalogue. @throws unavailable before the first one:
 * an empty list would read as if every plan had ended
 */
export async function requireCatalogue(ctx: Ctx): Promise<Catalogue> {
  const catalogue = await getCatalogue(ctx);
  if (catalogue.syncedAt) return catalogue;
  throw new PortalError("unavailable", API_TEXTS.noPlans, { facts: { retryAfter: 30 } });
}

/** Converts money to the lists' JSON number (interface: Plan, Filtered plan): the shortest exact one. */
export function toAmountNumber(minor: Minor): number {
  return Number(formatDecimal(minor));
}
