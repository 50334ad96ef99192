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
  type ParsedList,
  PlanItem,
} from "./listed-plan.ts";
import { clean, isObject, parseJson } from "./text.ts";

/**
 * Parses a plan list (sections 4.1, 4.2) in every shape seen so far. Items that cannot be read are left out with
 * a line in the log. A list that is empty, ambiguous or mostly unreadable is refused as a whole.
 */
export function parsePlanList(text: string): ParsedList {
  const json = parseJson(text);
  if (isObject(json) && json.success === false) return { why: "the upstream says that it failed" };
  const items = itemsOf(json);
  if (!items) return { why: "the answer is no plan list" };

  const report = new ParseReport();
  const networks = items.some(isNode) ? parseTree(items, report) : parseFlat(items, report);
  if (ambiguous(networks)) return { why: "two networks or types share an id" };
  dropDuplicates(networks, report);
  const why = report.verdict();
  if (why !== undefined) return { why };
  report.keep();
  return { networks };
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

/** A plan that is listed twice is kept once if both items are equal, and dropped otherwise. */
function dropDuplicates(networks: ListedNetwork[], report: ParseReport): void {
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
    report.understood -= all.length;
    report.leaveOut("plan", { id }, "id", "is listed more than once, each time otherwise", all.length);
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

/** The filtered list, and one dialect of the plain one: networks with types with plans (2.3 to 2.5). */
function parseTree(nodes: unknown[], report: ParseReport): ListedNetwork[] {
  return nodes.flatMap((node) => {
    const item = renamed(node, { data_active: "active", data_plan_types: "plan_types" });
    const read = report.read(NetworkNode, item, "network", planCount(node));
    if (!read) return [];
    const { id, name, code, data_active: active, data_plan_types } = read;
    return [{ id, name, code, active, types: data_plan_types.flatMap((type) => parseType(type, report)) }];
  });
}

function parseType(node: unknown, report: ParseReport): ListedType[] {
  const item = renamed(node, { plans: "data_plans" });
  const read = report.read(TypeNode, item, "type", planCount(node));
  return read ? [{ ...read, plans: parsePlans(read.plans, report) }] : [];
}

function parsePlans(items: unknown[], report: ParseReport): ListedPlan[] {
  return items.flatMap((item) => report.plan(item) ?? []);
}

/** The node with the documented field names in place of a dialect's own. */
function renamed(node: unknown, names: Record<string, string>): unknown {
  if (!isObject(node)) return node;
  const found = Object.entries(names).map(([name, alias]) => [name, node[name] ?? node[alias]]);
  return { ...node, ...Object.fromEntries(found) };
}

/** How many plans are lost with a node that cannot be read; at least one. */
function planCount(node: unknown): number {
  if (!isObject(node)) return 1;
  const inside = node.data_plan_types ?? node.plan_types;
  if (Array.isArray(inside)) return inside.reduce((sum: number, type) => sum + planCount(type), 0) || 1;
  const plans = node.plans ?? node.data_plans;
  return Array.isArray(plans) ? plans.length || 1 : 1;
}

const Place = z.object({ network: Name, type: Name });
const NOT_TOLD = { id: null, code: null, active: null };

/** The plain list: plans in a row, each of which names its network and type (2.2). */
function parseFlat(items: unknown[], report: ParseReport): ListedNetwork[] {
  const networks = new Map<string, ListedNetwork>();
  for (const item of items) {
    const place = report.read(Place, item, "plan");
    const plan = place && report.plan(item);
    if (!plan) continue;
    const network = networks.get(key(place.network)) ?? { ...NOT_TOLD, name: place.network, types: [] };
    networks.set(key(place.network), network);
    typeOf(network, place.type).plans.push(plan);
  }
  return [...networks.values()];
}

function typeOf(network: ListedNetwork, name: string): ListedType {
  const known = network.types.find((type) => key(type.name) === key(name));
  if (known) return known;
  const type: ListedType = { ...NOT_TOLD, name, plans: [] };
  network.types.push(type);
  return type;
}

const key = (name: string) => name.toLowerCase();

/** What the plans of the last list were understood as, by their JSON: from one minute to the next nearly all are the same. */
let lastRead: ReadonlyMap<string, ListedPlan> = new Map();

const isFlat = (item: unknown) =>
  isObject(item) && Object.values(item).every((value) => typeof value !== "object" || value === null);

/** Counts the items that were read and those that were not, and logs which field is to blame. */
class ParseReport {
  understood = 0;
  leftOut = 0;
  readonly #read = new Map<string, ListedPlan>();

  /** Parses a plan, unless the last list had the very same. */
  plan(item: unknown): ListedPlan | undefined {
    const json = isFlat(item) ? JSON.stringify(item) : undefined;
    const known = json === undefined ? undefined : lastRead.get(json);
    const plan = known ?? this.read(PlanItem, item, "plan");
    if (!plan) return undefined;
    this.understood += 1;
    if (json !== undefined) this.#read.set(json, plan);
    return { ...plan };
  }

  /** Keeps what was read for the next list. */
  keep(): void {
    lastRead = this.#read;
  }

  /** Parses an item; undefined, with a line in the log, when the schema refuses it. `weight` is how many plans it holds. */
  read<T>(schema: z.ZodType<T>, item: unknown, what: "network" | "type" | "plan", weight = 1): T | undefined {
    const result = schema.safeParse(item);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    this.leaveOut(what, item, issue?.path.join(".") || "item", issue?.message ?? "is not understood", weight);
    return undefined;
  }

  leaveOut(what: string, item: unknown, field: string, why: string, weight = 1): void {
    this.leftOut += weight;
    const id = isObject(item) && item.id !== undefined ? clean(String(item.id), 40) : undefined;
    log.warn("upstream.left_out", { what, id, field, why });
  }

  /** Says why the list as a whole cannot be trusted; undefined when it can. */
  verdict(): string | undefined {
    const all = this.understood + this.leftOut;
    if (all === 0) return "the list is empty";
    return this.leftOut * 2 > all ? `${this.leftOut} of ${all} items are not understood` : undefined;
  }
}
