import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { log } from "#lib/core/log";
import {
  Code,
  Flag,
  Id,
  type ListedNetwork,
  type ListedPlan,
  type ListedType,
  Name,
  PlanItem,
  type Read,
} from "./listed-plan.ts";
import { clean, isObject, parseJson } from "./text.ts";

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

const Items = z.array(z.unknown());
const MaybeId = Id.nullish().transform((id) => id ?? null);
const NetworkNode = z.object({
  id: MaybeId,
  name: Name,
  code: Code,
  data_active: Flag,
  data_plan_types: Items,
});
const TypeNode = z.object({ id: MaybeId, name: Name, code: Code, active: Flag, plans: Items });

/** Networks that hold types that hold plans (2.3 to 2.5): the filtered list, and one dialect of the plain one. */
export function readTree(nodes: unknown[], tally: Tally): ListedNetwork[] {
  return nodes.flatMap((node) => {
    const told = renamed(node, { data_active: "active", data_plan_types: "plan_types" });
    const read = tally.read(NetworkNode, told, "network", planCount(node));
    if (!read) return [];
    const { id, name, code, data_active: active, data_plan_types } = read;
    return [{ id, name, code, active, types: data_plan_types.flatMap((type) => readType(type, tally)) }];
  });
}

function readType(node: unknown, tally: Tally): ListedType[] {
  const told = renamed(node, { plans: "data_plans" });
  const read = tally.read(TypeNode, told, "type", planCount(node));
  return read ? [{ ...read, plans: readPlans(read.plans, tally) }] : [];
}

function readPlans(items: unknown[], tally: Tally): ListedPlan[] {
  return items.flatMap((item) => {
    const plan = tally.read(PlanItem, item, "plan");
    if (plan) tally.understood += 1;
    return plan ?? [];
  });
}

/** The node with fields that a dialect calls otherwise under their names of the interface. */
function renamed(node: unknown, names: Record<string, string>): unknown {
  if (!isObject(node)) return node;
  const found = Object.entries(names).map(([name, alias]) => [name, node[name] ?? node[alias]]);
  return { ...node, ...Object.fromEntries(found) };
}

/** How many plans a node holds that cannot itself be read: at least the node. */
function planCount(node: unknown): number {
  if (!isObject(node)) return 1;
  const inside = node.data_plan_types ?? node.plan_types;
  if (Array.isArray(inside)) return inside.reduce((sum: number, type) => sum + planCount(type), 0) || 1;
  const plans = node.plans ?? node.data_plans;
  return Array.isArray(plans) ? plans.length || 1 : 1;
}

const Place = z.object({ network: Name, type: Name });
const untold = { id: null, code: null, active: null };

/** Plans in a row, each naming its network and type (2.2): the plain list. */
export function readFlat(items: unknown[], tally: Tally): ListedNetwork[] {
  const networks = new Map<string, ListedNetwork>();
  for (const item of items) {
    const place = tally.read(Place, item, "plan");
    const plan = place && tally.read(PlanItem, item, "plan");
    if (!plan) continue;
    tally.understood += 1;
    const network = networks.get(key(place.network)) ?? { ...untold, name: place.network, types: [] };
    networks.set(key(place.network), network);
    typeOf(network, place.type).plans.push(plan);
  }
  return [...networks.values()];
}

function typeOf(network: ListedNetwork, name: string): ListedType {
  const known = network.types.find((type) => key(type.name) === key(name));
  if (known) return known;
  const type: ListedType = { ...untold, name, plans: [] };
  network.types.push(type);
  return type;
}

const key = (name: string) => name.toLowerCase();

/** Counts what of a list was understood, and says in the log what was not and which field is to blame. */
export class Tally {
  understood = 0;
  leftOut = 0;

  /** The item as the schema understands it, or undefined with a line in the log. `weight`: plans inside. */
  read<T>(schema: z.ZodType<T>, item: unknown, what: "network" | "type" | "plan", weight = 1): T | undefined {
    const result = schema.safeParse(item);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    this.leave(what, item, issue?.path.join(".") || "item", issue?.message ?? "is not understood", weight);
    return undefined;
  }

  leave(what: string, item: unknown, field: string, why: string, weight = 1): void {
    this.leftOut += weight;
    const id = isObject(item) && item.id !== undefined ? clean(String(item.id), 40) : undefined;
    log.warn("upstream.left_out", { what, id, field, why });
  }

  /** Why the list as a whole cannot be relied on; undefined when it can. */
  verdict(): string | undefined {
    const all = this.understood + this.leftOut;
    if (all === 0) return "the list is empty";
    return this.leftOut * 2 > all ? `${this.leftOut} of ${all} items are not understood` : undefined;
  }
}
