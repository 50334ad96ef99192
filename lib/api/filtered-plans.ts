import { offMessage } from "#lib/catalogue/apply-terms";
import type { Catalogue, Plan as CataloguePlan } from "#lib/catalogue/catalogue";
import { type NotSold, quoteOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireBuyer } from "#lib/core/context";
import { env } from "#lib/core/env";
import { numberFormat } from "#lib/core/format";
import { groupedText, type Minor } from "#lib/core/money";
import { keptList } from "./kept-list.ts";
import { planFilter } from "./plan-filter.ts";
import { amountNumber, knownCatalogue } from "./plans.ts";
import { problemReply, type Reply } from "./reply.ts";
import { FilterQuery, parseInput, queryOf } from "./requests.ts";
import type { FilteredList, FilteredPlan, NetworkNode } from "./shapes.ts";
import { TEXTS } from "./texts.ts";

/**
 * The plans that the filters leave, with the price of every level, those not on sale too (section 4.2). A plan
 * without a price for the caller's own level is not theirs to see.
 * @throws invalid for a filter that cannot be read; unavailable before the first catalogue.
 */
export async function filteredList(ctx: Ctx, url: URL): Promise<Reply> {
  const { level } = requireBuyer(ctx);
  const query = parseInput(FilterQuery, queryOf(url));
  const catalogue = await knownCatalogue(ctx);
  const name = `filtered ${level} ${JSON.stringify(query)}`;
  return { status: 200, kept: keptList(catalogue, name, () => listOf(catalogue, level, query)) };
}

function listOf(catalogue: Catalogue, level: Level, query: FilterQuery): FilteredList {
  const listed = [...catalogue.plans.values()].filter(
    (plan) => plan.vanishedAt === null && !plan.hidden && quoteOf(plan, level).price !== null,
  );
  const kept = listed.filter(planFilter(query));
  return {
    success: true,
    data: tree(catalogue, kept, level),
    filters_applied: applied(catalogue, query),
    total_plans: kept.length,
    message: TEXTS.retrieved,
  };
}

/** Networks that hold types that hold plans; what is left empty is left out. */
function tree({ networks, types, terms }: Catalogue, plans: CataloguePlan[], level: Level): NetworkNode[] {
  return networks
    .map(({ id, name, code, active }) => ({
      id,
      name,
      code,
      data_active: active && offMessage(terms.switches, id) === null,
      data_plan_types: types
        .filter((type) => type.networkId === id)
        .map((type) => ({
          id: type.id,
          name: type.name,
          code: type.code,
          active: type.active && offMessage(terms.switches, id, type.id) === null,
          plans: plans
            .filter((plan) => plan.networkId === id && plan.typeId === type.id)
            .map((plan) => filteredPlan(plan, level)),
        }))
        .filter((type) => type.plans.length > 0),
    }))
    .filter((network) => network.data_plan_types.length > 0);
}

function filteredPlan(plan: CataloguePlan, own: Level): FilteredPlan {
  const at = (level: Level) => amountNumber(quoteOf(plan, level).price ?? plan.amounts[level] ?? plan.amount);
  return {
    id: plan.id,
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    validity_normalized: plan.validityNormalized,
    amount: amountNumber(plan.amount),
    smart_earner_amount: at("smart_earner"),
    affiliate_amount: at("affiliate"),
    top_user_amount: at("top_user"),
    api_amount: at("api"),
    formatted_price: symbolBefore(plan.amount),
    active: plan.active && !STOPPED.has(quoteOf(plan, own).why),
  };
}

/** The operator's own reasons not to sell what the upstream calls active. */
const STOPPED = new Set<NotSold | null>(["off", "below_cost"]);

/** The echo: the network by its name, prices as they were written. */
function applied({ networks }: Catalogue, query: FilterQuery): FilteredList["filters_applied"] {
  const { mobile_network, ...others } = query;
  if (mobile_network === undefined) return others;
  const name = networks.find(({ id }) => id === mobile_network)?.name;
  return { mobile_network: name ?? String(mobile_network), ...others };
}

/** "₦1,290.00": the symbol always comes first here, whatever the locale does for people. */
function symbolBefore(minor: Minor): string {
  const { LOCALE, CURRENCY } = env();
  const format = numberFormat(LOCALE, {
    style: "currency",
    currency: CURRENCY,
    currencyDisplay: "narrowSymbol",
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? CURRENCY;
  return symbol + groupedText(minor);
}

/** An error of the filtered list: whatever goes wrong on the portal's side is a 500 of a shape of its own (sections 4.2 and 7.6). */
export function filteredProblem(error: unknown): Reply {
  const reply = problemReply(error);
  if (reply.status < 500) return reply;
  const { message } = reply.body as { message: string };
  return {
    ...reply,
    status: 500,
    body: { success: false, message: "The plans could not be listed.", error: message },
  };
}
