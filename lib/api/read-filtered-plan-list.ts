import { getUnavailableMessage } from "#lib/catalogue/apply-catalogue-settings";
import type { Catalogue, Plan as CataloguePlan } from "#lib/catalogue/catalogue";
import { getLevelQuote, getQuote, type NotSoldReason } from "#lib/catalogue/price/price";
import { type Ctx, type Level, requireBuyer } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getLocale } from "#lib/core/locale";
import { formatDecimal, type Minor } from "#lib/core/money/money";
import { formatTermsKey, getPriceTerms } from "#lib/core/price-list/agent-terms";
import type { PriceTerms } from "#lib/core/price-list/price-terms";
import { getNumberFormat } from "#lib/core/text/intl-format";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { getCachedList } from "./cached-list.ts";
import { createPlanFilter } from "./plan-filter.ts";
import { requireCatalogue, toAmountNumber } from "./read-plan-list.ts";
import { FilterQuery, parseApiInput, parseQuery } from "./requests.ts";
import { type ApiResponse, problemResponse } from "./response.ts";
import type { FilteredList, FilteredPlan, NetworkNode } from "./schemas.ts";
import { API_TEXTS } from "./texts.ts";

/**
 * Lists the plans that match the filters with the price of every level, also those not on sale (interface:
 * Filtered list). A plan without a price for the caller's level is hidden.
 * @throws invalid for an invalid filter; unavailable before the first catalogue.
 */
export async function readFilteredPlanList(ctx: Ctx, url: URL): Promise<ApiResponse> {
  const terms = getPriceTerms(requireBuyer(ctx));
  const query = parseApiInput(FilterQuery, parseQuery(url));
  const catalogue = await requireCatalogue(ctx);
  const name = `filtered ${formatTermsKey(terms)} ${JSON.stringify(query)}`;
  return {
    status: 200,
    kept: getCachedList(catalogue, name, () => buildFilteredList(catalogue, terms, query)),
  };
}

function buildFilteredList(catalogue: Catalogue, terms: PriceTerms, query: FilterQuery): FilteredList {
  const listed = [...catalogue.plans.values()].filter(
    (plan) => isListed(plan) && !plan.hidden && getQuote(plan, terms).price !== null,
  );
  const matches = listed.filter(createPlanFilter(query));
  return {
    success: true,
    data: buildNetworkTree(catalogue, matches, terms, findPausedParts(listed, terms)),
    filters_applied: describeFilters(catalogue, query),
    total_plans: matches.length,
    message: API_TEXTS.retrieved,
  };
}

/** A plan that its supplier took off its list stays while another delivers it. */
const isListed = ({ delivered, delistedAt, listedBy }: CataloguePlan) =>
  delivered || (delistedAt === null && listedBy === MAIN_SUPPLIER_ID);

/**
 * Finds the networks, and their types ("1 2"), of which pauses stop every plan that is sold otherwise.
 * Filters don't change it.
 */
function findPausedParts(listed: readonly CataloguePlan[], terms: PriceTerms): ReadonlySet<string> {
  const parts = new Map<string, boolean>();
  for (const plan of listed) {
    const { reason } = getQuote(plan, terms);
    if (reason !== null && reason !== "paused") continue;
    for (const part of [`${plan.networkId}`, `${plan.networkId} ${plan.typeId}`])
      parts.set(part, (parts.get(part) ?? true) && reason === "paused");
  }
  return new Set([...parts].flatMap(([part, paused]) => (paused ? [part] : [])));
}

/** Groups plans by network and type, without empty groups. */
function buildNetworkTree(
  { networks, types, settings }: Catalogue,
  plans: CataloguePlan[],
  terms: PriceTerms,
  paused: ReadonlySet<string>,
): NetworkNode[] {
  return networks
    .map(({ id, name, code, active }) => ({
      id,
      name,
      code,
      data_active:
        ((settings.mainOn && active) || isDelivered(plans, { networkId: id })) &&
        getUnavailableMessage(settings.switches, id) === null &&
        !paused.has(`${id}`),
      data_plan_types: types
        .filter((type) => type.networkId === id)
        .map((type) => ({
          id: type.id,
          name: type.name,
          code: type.code,
          active:
            ((settings.mainOn && type.active) || isDelivered(plans, { networkId: id, typeId: type.id })) &&
            getUnavailableMessage(settings.switches, id, type.id) === null &&
            !paused.has(`${id} ${type.id}`),
          plans: plans
            .filter((plan) => plan.networkId === id && plan.typeId === type.id)
            .map((plan) => toFilteredPlan(plan, terms, settings.mainOn)),
        }))
        .filter((type) => type.plans.length > 0),
    }))
    .filter((network) => network.data_plan_types.length > 0);
}

/**
 * Whether another supplier delivers one of the plans of a network, or of a type of it, that the main one
 * doesn't sell.
 */
const isDelivered = (
  plans: readonly CataloguePlan[],
  { networkId, typeId }: { networkId: number; typeId?: number },
) =>
  plans.some(
    (plan) =>
      plan.networkId === networkId && (typeId === undefined || plan.typeId === typeId) && plan.delivered,
  );

/** An agent's price stands for that of every level: those aren't theirs, and would show what the parent adds. */
function toFilteredPlan(plan: CataloguePlan, terms: PriceTerms, mainOn: boolean): FilteredPlan {
  const quote = getQuote(plan, terms);
  const at = (level: Level) =>
    toAmountNumber(
      terms.agent
        ? (quote.price ?? plan.amount)
        : (getLevelQuote(plan, level).price ?? plan.amounts[level] ?? plan.amount),
    );
  return {
    id: plan.id,
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    validity_normalized: plan.validityNormalized,
    amount: toAmountNumber(plan.amount),
    smart_earner_amount: at("smart_earner"),
    affiliate_amount: at("affiliate"),
    top_user_amount: at("top_user"),
    api_amount: at("api"),
    formatted_price: formatWithSymbol(plan.amount),
    active: ((mainOn && plan.active) || plan.delivered) && !OPERATOR_STOP_REASONS.has(quote.reason),
  };
}

/** The operator's reasons not to sell a plan that is active at the upstream. */
const OPERATOR_STOP_REASONS = new Set<NotSoldReason | null>(["off", "below_cost", "doubt", "paused"]);

/** Echoes the filters: the network by its name, prices as they were written. */
function describeFilters({ networks }: Catalogue, query: FilterQuery): FilteredList["filters_applied"] {
  const { mobile_network, ...others } = query;
  if (mobile_network === undefined) return others;
  const name = networks.find(({ id }) => id === mobile_network)?.name;
  return { mobile_network: name ?? String(mobile_network), ...others };
}

/** Formats "₦1290.00" (interface: Filtered plan): the symbol always comes first here, in any locale. */
function formatWithSymbol(minor: Minor): string {
  const { CURRENCY } = env();
  const format = getNumberFormat(getLocale(), {
    style: "currency",
    currency: CURRENCY,
    currencyDisplay: "narrowSymbol",
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? CURRENCY;
  return symbol + formatDecimal(minor);
}

/**
 * Responds to an error of the filtered list: errors on the portal's side are a 500 with a different body
 * (interface: Filtered list, Server error).
 */
export function filteredProblemResponse(error: unknown): ApiResponse {
  const reply = problemResponse(error);
  if (reply.status < 500) return reply;
  const { message } = reply.body as { message: string };
  return {
    ...reply,
    status: 500,
    body: { success: false, message: "The plans could not be listed.", error: message },
  };
}
