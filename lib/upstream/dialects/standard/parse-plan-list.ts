import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { log } from "#lib/core/log";
import { cleanText, isObject, parseJson } from "#lib/core/text/foreign-text";
import type { ListedNetwork, ListedPlan, ListedType } from "#lib/upstream/plan-list";
import { ListedCode, ListedFlag, ListedId, ListedName, PlanItem } from "./plan-item.ts";

/** A list, or a short reason why it cannot be trusted, with the HTTP status where that was it. */
export type ParsedPlanList = { networks: ListedNetwork[] } | { reason: string; status?: number };

/**
 * Parses a plan list (interface: Plain list, Filtered list) in every known shape. Unreadable items are left
 * out and logged. An empty, ambiguous or mostly unreadable list is rejected.
 */
export function parsePlanList(text: string): ParsedPlanList {
  const json = parseJson(text);
  if (isObject(json) && json.success === false) return { reason: "the upstream reported a failure" };
  const items = findItems(json);
  if (!items) return { reason: "the response is not a plan list" };

  const report = new ParseReport();
  const networks = items.some(isNode) ? parseTree(items, report) : parseFlat(items, report);
  if (hasAmbiguousIds(networks)) return { reason: "two networks or types share an id" };
  dropDuplicates(networks, report);
  const reason = report.verdict();
  if (reason !== undefined) return { reason: reason };
  report.keep();
  return { networks };
}

function findItems(json: unknown, depth = 0): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isObject(json) || depth > 1) return undefined;
  return findItems(json.data ?? json.mobile_networks, depth + 1);
}

const isNode = (item: unknown) => isObject(item) && ("data_plan_types" in item || "plan_types" in item);

function hasAmbiguousIds(networks: ListedNetwork[]): boolean {
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
  const plans = new Set<ListedPlan>();
  for (const [id, all] of byId) {
    const [first, ...others] = all;
    if (!first || others.every((listing) => isDeepStrictEqual(listing, first))) {
      if (first) plans.add(first.plan);
      continue;
    }
    report.understood -= all.length;
    report.leaveOut("plan", { id }, "id", "is listed more than once, with differences", all.length);
  }
  for (const type of types) type.plans = type.plans.filter((plan) => plans.has(plan));
}

const Items = z.array(z.unknown());
const OptionalId = ListedId.nullish().transform((id) => id ?? null);
const NetworkNode = z.object({
  id: OptionalId,
  name: ListedName,
  code: ListedCode,
  data_active: ListedFlag,
  data_plan_types: Items,
});
const TypeNode = z.object({
  id: OptionalId,
  name: ListedName,
  code: ListedCode,
  active: ListedFlag,
  plans: Items,
});

/** The filtered list, and a dialect of the plain one: networks, types, plans (interface: Filtered list). */
function parseTree(nodes: unknown[], report: ParseReport): ListedNetwork[] {
  return nodes.flatMap((node) => {
    const item = renameFields(node, { data_active: "active", data_plan_types: "plan_types" });
    const read = report.read(NetworkNode, item, "network", countPlans(node));
    if (!read) return [];
    const { id, name, code, data_active: active, data_plan_types } = read;
    return [{ id, name, code, active, types: data_plan_types.flatMap((type) => parseType(type, report)) }];
  });
}

function parseType(node: unknown, report: ParseReport): ListedType[] {
  const item = renameFields(node, { plans: "data_plans" });
  const read = report.read(TypeNode, item, "type", countPlans(node));
  return read ? [{ ...read, plans: parsePlans(read.plans, report) }] : [];
}

function parsePlans(items: unknown[], report: ParseReport): ListedPlan[] {
  return items.flatMap((item) => report.plan(item) ?? []);
}

/** Replaces a dialect's field names by the documented ones. */
function renameFields(node: unknown, names: Record<string, string>): unknown {
  if (!isObject(node)) return node;
  const values = Object.entries(names).map(([name, alias]) => [name, node[name] ?? node[alias]]);
  return { ...node, ...Object.fromEntries(values) };
}

/** Counts the plans lost with an unreadable node; at least one. */
function countPlans(node: unknown): number {
  if (!isObject(node)) return 1;
  const inside = node.data_plan_types ?? node.plan_types;
  if (Array.isArray(inside)) return inside.reduce((sum: number, type) => sum + countPlans(type), 0) || 1;
  const plans = node.plans ?? node.data_plans;
  return Array.isArray(plans) ? plans.length || 1 : 1;
}

const PlanLocation = z.object({ network: ListedName, type: ListedName });
const EMPTY_DETAILS = { id: null, code: null, active: null };

/** Parses the plain list, in which each plan names its network and type (interface: Plan). */
function parseFlat(items: unknown[], report: ParseReport): ListedNetwork[] {
  const networks = new Map<string, ListedNetwork>();
  for (const item of items) {
    const place = report.read(PlanLocation, item, "plan");
    const plan = place && report.plan(item);
    if (!plan) continue;
    const network = networks.get(normaliseName(place.network)) ?? {
      ...EMPTY_DETAILS,
      name: place.network,
      types: [],
    };
    networks.set(normaliseName(place.network), network);
    findOrAddType(network, place.type).plans.push(plan);
  }
  return [...networks.values()];
}

function findOrAddType(network: ListedNetwork, name: string): ListedType {
  const existing = network.types.find((type) => normaliseName(type.name) === normaliseName(name));
  if (existing) return existing;
  const type: ListedType = { ...EMPTY_DETAILS, name, plans: [] };
  network.types.push(type);
  return type;
}

const normaliseName = (name: string) => name.toLowerCase();

/** The parsed plans of the last list, by their JSON, because nearly all are the same a minute later. */
let previousPlans: ReadonlyMap<string, ListedPlan> = new Map();

const isFlat = (item: unknown) =>
  isObject(item) && Object.values(item).every((value) => typeof value !== "object" || value === null);

/** Counts the items read and left out, and logs the field at fault. */
class ParseReport {
  understood = 0;
  leftOut = 0;
  readonly #read = new Map<string, ListedPlan>();

  /** Parses a plan, or reuses the result if the last list had the same. */
  plan(item: unknown): ListedPlan | undefined {
    const json = isFlat(item) ? JSON.stringify(item) : undefined;
    const previousPlan = json === undefined ? undefined : previousPlans.get(json);
    const plan = previousPlan ?? this.read(PlanItem, item, "plan");
    if (!plan) return undefined;
    this.understood += 1;
    if (json !== undefined) this.#read.set(json, plan);
    return { ...plan };
  }

  keep(): void {
    previousPlans = this.#read;
  }

  /** Parses an item; if the schema rejects it, logs it. @returns undefined then. `weight`: its plans. */
  read<T>(schema: z.ZodType<T>, item: unknown, what: "network" | "type" | "plan", weight = 1): T | undefined {
    const result = schema.safeParse(item);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    this.leaveOut(what, item, issue?.path.join(".") || "item", issue?.message ?? "is not understood", weight);
    return undefined;
  }

  leaveOut(what: string, item: unknown, field: string, reason: string, weight = 1): void {
    this.leftOut += weight;
    const id = isObject(item) && item.id !== undefined ? cleanText(String(item.id), 40) : undefined;
    log.warn("upstream.left_out", { what, id, field, reason: reason });
  }

  /** Describes why the list as a whole cannot be trusted; undefined when it can. */
  verdict(): string | undefined {
    const all = this.understood + this.leftOut;
    if (all === 0) return "the list is empty";
    return this.leftOut * 2 > all ? `${this.leftOut} of ${all} items are not understood` : undefined;
  }
}
