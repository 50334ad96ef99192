import { isDeepStrictEqual } from "node:util";
import type { ListedNetwork, ListedPlan, Read } from "./listing.ts";
import { readFlat } from "./read-flat.ts";
import { readTree } from "./read-tree.ts";
import { Tally } from "./tally.ts";
import { isObject, parseJson } from "./text.ts";

/**
 * Reads a plan list (sections 4.1, 4.2) in every shape that was met. Items that cannot be understood are left
 * out with a line in the log; a list that is empty, ambiguous or mostly not understood is refused whole.
 */
export function readList(text: string): Read {
  const json = parseJson(text);
  if (isObject(json) && json.success === false) return { why: "the upstream says that it failed" };
  const items = itemsOf(json);
  if (!items) return { why: "the answer is no plan list" };

  const tally = new Tally();
  const networks = items.some(isNode) ? readTree(items, tally) : readFlat(items, tally);
  if (ambiguous(networks)) return { why: "two networks or types share an id" };
  dropTwins(networks, tally);
  const why = tally.verdict();
  return why === undefined ? { networks } : { why };
}

function itemsOf(json: unknown, depth = 0): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isObject(json) || depth > 1) return undefined;
  return itemsOf(json.data ?? json.mobile_networks, depth + 1);
}

const isNode = (item: unknown) => isObject(item) && ("data_plan_types" in item || "plan_types" in item);

function ambiguous(networks: ListedNetwork[]): boolean {
  return [networks, ...networks.map(({ types }) => types)].some((nodes) => {
    const names = nodes.map(({ id, name }) => id ?? name.toLowerCase());
    return new Set(names).size < names.length;
  });
}

/** A plan listed twice is kept once when both say the same of it, else not at all. */
function dropTwins(networks: ListedNetwork[], tally: Tally): void {
  const types = networks.flatMap((network) => network.types);
  const placed = types.flatMap((type) => type.plans.map((plan) => ({ type, plan })));
  const byId = Map.groupBy(placed, ({ plan }) => plan.id);
  const kept = new Set<ListedPlan>();
  for (const [id, all] of byId) {
    const [first, ...others] = all;
    if (!first || others.every((other) => isDeepStrictEqual(other, first))) {
      if (first) kept.add(first.plan);
      continue;
    }
    tally.understood -= all.length;
    tally.leave("plan", { id }, "id", "is listed more than once, each time otherwise", all.length);
  }
  for (const type of types) type.plans = type.plans.filter((plan) => kept.has(plan));
}
