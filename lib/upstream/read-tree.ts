import { z } from "zod";
import type { ListedNetwork, ListedPlan, ListedType } from "./listing.ts";
import { Code, Flag, Id, Name, PlanItem } from "./plan-item.ts";
import type { Tally } from "./tally.ts";
import { isObject } from "./text.ts";

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
