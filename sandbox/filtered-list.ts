import type { SandboxCatalogue, SandboxPlan } from "./catalogue.ts";
import type { UpstreamDialect } from "./dialect.ts";
import {
  formatActive,
  formatListPrice,
  formatSize,
  groupPlansByNetwork,
  listedTypeId,
  type NetworkNode,
} from "./plan-view.ts";
import { invalidResponse, type SandboxResponse } from "./responses.ts";
import { formatSandboxAmount, parseSandboxAmount } from "./values.ts";

type Query = Record<string, string>;

const FILTER_NAMES = ["mobile_network", "data_plan_type", "min_price", "max_price", "validity"] as const;

/**
 * Lists all plans that match the filters, inactive ones too; 422 for an invalid number (interface: Filtered
 * list).
 */
export function renderFilteredList(
  catalogue: SandboxCatalogue,
  query: Query,
  dialect: UpstreamDialect,
): SandboxResponse {
  const wrong = findUnreadableFilters(query);
  if (wrong.length > 0) return invalidResponse(Object.fromEntries(wrong));
  const nodes = groupPlansByNetwork(catalogue, (plan) => matchesFilters(catalogue, plan, query, dialect));
  const applied = describeFilters(catalogue, query);
  const empty = dialect.emptyFiltersArray && Object.keys(applied).length === 0;
  return {
    status: 200,
    body: {
      success: true,
      data: nodes.map((node) => renderNetwork(catalogue, node, dialect)),
      filters_applied: empty ? [] : applied,
      total_plans: nodes.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length,
      message: "Data plans retrieved successfully",
    },
  };
}

/** Finds the filters that can't be read, each with the expected form. */
function findUnreadableFilters(query: Query): [string, string[]][] {
  return FILTER_NAMES.flatMap((name) => {
    const text = query[name];
    if (name === "validity" || !text) return [];
    const isPrice = name.endsWith("_price");
    if (isPrice ? parseSandboxAmount(text) !== null : /^\d+$/.test(text.trim())) return [];
    const message = `The ${name.replaceAll("_", " ")} must be ${isPrice ? "a number" : "an integer"}.`;
    return [[name, [message]] as [string, string[]]];
  });
}

function matchesFilters(
  catalogue: SandboxCatalogue,
  plan: SandboxPlan,
  query: Query,
  dialect: UpstreamDialect,
): boolean {
  const type = catalogue.types.get(plan.typeId);
  const { mobile_network, data_plan_type, min_price, max_price, validity } = query;
  const standard = plan.prices.standard;
  return (
    (!mobile_network || plan.networkId === Number(mobile_network)) &&
    (!data_plan_type || (!!type && listedTypeId(catalogue, type, dialect) === Number(data_plan_type))) &&
    (!min_price || standard >= (parseSandboxAmount(min_price) ?? 0n)) &&
    (!max_price || standard <= (parseSandboxAmount(max_price) ?? 0n)) &&
    (!validity || [plan.validity, plan.validityNormalized].some((text) => equalsIgnoringCase(text, validity)))
  );
}

const equalsIgnoringCase = (name: string, text: string) => name.toLowerCase() === text.trim().toLowerCase();

/** Describes the filters in use: the network by its name, prices as text. */
function describeFilters({ networks }: SandboxCatalogue, query: Query): Record<string, unknown> {
  const echo: Record<string, (text: string) => unknown> = {
    mobile_network: (text) => networks.get(Number(text))?.name ?? text,
    data_plan_type: Number,
  };
  const present = FILTER_NAMES.filter((name) => query[name]);
  return Object.fromEntries(present.map((name) => [name, (echo[name] ?? String)(query[name] ?? "")]));
}

function renderNetwork(
  catalogue: SandboxCatalogue,
  { network, types }: NetworkNode,
  dialect: UpstreamDialect,
) {
  return {
    id: network.id,
    name: network.name,
    code: network.code,
    data_active: formatActive(network.active, dialect),
    data_plan_types: types.map(({ type, plans }) => ({
      id: listedTypeId(catalogue, type, dialect),
      name: type.name,
      code: type.code,
      active: formatActive(type.active, dialect),
      plans: plans.map((plan) => renderPlan(plan, dialect)),
    })),
  };
}

function renderPlan(plan: SandboxPlan, dialect: UpstreamDialect) {
  const { standard, smart_earner, affiliate, top_user, api } = plan.prices;
  return {
    id: plan.id,
    ...formatSize(plan, dialect),
    validity: plan.validity,
    validity_normalized: plan.validityNormalized,
    amount: formatListPrice(standard, dialect),
    smart_earner_amount: formatListPrice(smart_earner, dialect),
    affiliate_amount: formatListPrice(affiliate, dialect),
    top_user_amount: formatListPrice(top_user, dialect),
    api_amount: formatListPrice(api, dialect),
    formatted_price: `₦${formatSandboxAmount(standard)}`,
    active: formatActive(plan.active, dialect),
  };
}
