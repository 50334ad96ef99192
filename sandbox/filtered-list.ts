import { type Answer, invalid } from "./answers.ts";
import type { Catalogue, Plan } from "./catalogue.ts";
import type { Dialect } from "./dialect.ts";
import { grouped, toMinor } from "./money.ts";
import { activeness, measure, type NetworkNode, price, tree, typeId } from "./plan-view.ts";

type Query = Record<string, string>;

const filterNames = ["mobile_network", "data_plan_type", "min_price", "max_price", "validity"] as const;

/** §4.2: all plans that the filters leave, inactive ones too; 422 in the shape of §7.1 when a number is none. */
export function filtered(catalogue: Catalogue, query: Query, dialect: Dialect): Answer {
  const wrong = unreadable(query);
  if (wrong.length > 0) return invalid(Object.fromEntries(wrong));
  const nodes = tree(catalogue, (plan) => matches(catalogue, plan, query, dialect));
  const applied = filtersApplied(catalogue, query);
  const empty = dialect.emptyFiltersArray && Object.keys(applied).length === 0;
  return {
    status: 200,
    body: {
      success: true,
      data: nodes.map((node) => networkNode(catalogue, node, dialect)),
      filters_applied: empty ? [] : applied,
      total_plans: nodes.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length,
      message: "Data plans retrieved successfully",
    },
  };
}

/** What each filter that cannot be read should be. */
function unreadable(query: Query): [string, string[]][] {
  return filterNames.flatMap((name) => {
    const text = query[name];
    if (name === "validity" || !text) return [];
    const isPrice = name.endsWith("_price");
    if (isPrice ? toMinor(text) !== null : /^\d+$/.test(text.trim())) return [];
    const words = `The ${name.replaceAll("_", " ")} must be ${isPrice ? "a number" : "an integer"}.`;
    return [[name, [words]] as [string, string[]]];
  });
}

function matches(catalogue: Catalogue, plan: Plan, query: Query, dialect: Dialect): boolean {
  const type = catalogue.types.get(plan.typeId);
  const { mobile_network, data_plan_type, min_price, max_price, validity } = query;
  const standard = plan.prices.standard;
  return (
    (!mobile_network || plan.networkId === Number(mobile_network)) &&
    (!data_plan_type || (!!type && typeId(catalogue, type, dialect) === Number(data_plan_type))) &&
    (!min_price || standard >= (toMinor(min_price) ?? 0n)) &&
    (!max_price || standard <= (toMinor(max_price) ?? 0n)) &&
    (!validity || [plan.validity, plan.validityNormalized].some((text) => alike(text, validity)))
  );
}

const alike = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

/** The echo: the network by its name, prices as text. */
function filtersApplied({ networks }: Catalogue, query: Query): Record<string, unknown> {
  const echo: Record<string, (text: string) => unknown> = {
    mobile_network: (text) => networks.get(Number(text))?.name ?? text,
    data_plan_type: Number,
  };
  const given = filterNames.filter((name) => query[name]);
  return Object.fromEntries(given.map((name) => [name, (echo[name] ?? String)(query[name] ?? "")]));
}

function networkNode(catalogue: Catalogue, { network, types }: NetworkNode, dialect: Dialect) {
  return {
    id: network.id,
    name: network.name,
    code: network.code,
    data_active: activeness(network.active, dialect),
    data_plan_types: types.map(({ type, plans }) => ({
      id: typeId(catalogue, type, dialect),
      name: type.name,
      code: type.code,
      active: activeness(type.active, dialect),
      plans: plans.map((plan) => planNode(plan, dialect)),
    })),
  };
}

function planNode(plan: Plan, dialect: Dialect) {
  const { standard, smart_earner, affiliate, top_user, api } = plan.prices;
  return {
    id: plan.id,
    ...measure(plan, dialect),
    validity: plan.validity,
    validity_normalized: plan.validityNormalized,
    amount: price(standard, dialect),
    smart_earner_amount: price(smart_earner, dialect),
    affiliate_amount: price(affiliate, dialect),
    top_user_amount: price(top_user, dialect),
    api_amount: price(api, dialect),
    formatted_price: `₦${grouped(standard)}`,
    active: activeness(plan.active, dialect),
  };
}
