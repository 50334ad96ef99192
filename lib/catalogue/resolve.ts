import { log } from "#lib/core/log";
import type { ListedNetwork, ListedPlan, ListedType, PlanList } from "#lib/upstream/fetch-plans";
import {
  amountColumns,
  amountsOf,
  type NetworkRow,
  type PlanRow,
  type Stored,
  type StoredPlan,
  type TypeRow,
} from "./stored.ts";

/** A list in which every name has an id and every missing value is filled from the stored catalogue. */
export interface ResolvedList {
  networks: NetworkRow[];
  types: TypeRow[];
  plans: PlanRow[];
}

/**
 * Completes a list from the stored catalogue: the plain list has no ids of networks and types, no prices per level,
 * and does not say what is active. Unknown names are left out with a line in the log.
 */
export function resolveNames(list: PlanList, stored: Stored): ResolvedList {
  const resolved: ResolvedList = { networks: [], types: [], plans: [] };
  const known = new Map(stored.plans.map((plan) => [plan.id, plan]));
  for (const listed of list.networks) {
    const network = networkRow(listed, stored.networks);
    if (!network) continue;
    resolved.networks.push(network);
    for (const type of listed.types) {
      const row = typeRow(type, network, stored.types);
      if (!row) continue;
      resolved.types.push(row);
      for (const plan of type.plans) resolved.plans.push(planRow(plan, row, known.get(plan.id), list.source));
    }
  }
  return resolved;
}

function networkRow(listed: ListedNetwork, rows: readonly NetworkRow[]): NetworkRow | undefined {
  const known = match(listed, rows);
  const id = listed.id ?? known?.id;
  if (id === undefined)
    return leftOut(
      "network",
      listed.name,
      listed.types.flatMap(({ plans }) => plans),
    );
  const { name } = listed;
  return { id, name, code: listed.code ?? known?.code ?? "", active: listed.active ?? known?.active ?? true };
}

function typeRow(listed: ListedType, network: NetworkRow, rows: readonly TypeRow[]): TypeRow | undefined {
  const siblings = rows.filter(({ networkId }) => networkId === network.id);
  const known = match(listed, siblings);
  const id = listed.id ?? known?.id;
  if (id === undefined) return leftOut("type", `${network.name} ${listed.name}`, listed.plans);
  const code = listed.code ?? known?.code ?? "";
  return {
    networkId: network.id,
    id,
    name: listed.name,
    code,
    active: listed.active ?? known?.active ?? true,
  };
}

function planRow(
  listed: ListedPlan,
  type: TypeRow,
  known: StoredPlan | undefined,
  source: PlanList["source"],
): PlanRow {
  const { id, volume, validity, amount } = listed;
  const same =
    known && known.amount === amount && known.typeId === type.id && known.networkId === type.networkId;
  const amounts = source === "plain" && same ? amountsOf(known) : listed.amounts;
  return {
    id,
    networkId: type.networkId,
    typeId: type.id,
    size: listed.size ?? known?.size ?? "",
    volume,
    validity,
    validityNormalized: listed.validityNormalized ?? known?.validityNormalized ?? "",
    amount,
    ...amountColumns(amounts),
    active: listed.active ?? known?.active ?? true,
  };
}

/** The stored row with the listed id, or with the listed name where there is no id; none when two have that name. */
function match<Row extends { id: number; name: string }>(
  listed: { id: number | null; name: string },
  rows: readonly Row[],
): Row | undefined {
  if (listed.id !== null) return rows.find(({ id }) => id === listed.id);
  const named = rows.filter(({ name }) => name.toLowerCase() === listed.name.toLowerCase());
  return named.length === 1 ? named[0] : undefined;
}

function leftOut(what: string, name: string, plans: unknown[]): undefined {
  log.warn("catalogue.left_out", {
    what,
    name,
    field: what,
    plans: plans.length,
    why: "the name is unknown",
  });
}
