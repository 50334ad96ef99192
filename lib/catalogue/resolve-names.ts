import { FIRST_OWN_ID } from "#db/schema/catalogue";
import { log } from "#lib/core/log";
import type { ListedNetwork, ListedPlan, ListedType, PlanList } from "#lib/upstream/plan-list";
import {
  type NetworkRow,
  type PlanRow,
  type StoredCatalogue,
  type StoredPlan,
  type TypeRow,
  toAmountColumns,
  toAmounts,
} from "./stored-catalogue.ts";

/** A list in which every name has an id and every missing value is filled from the stored catalogue. */
export interface ResolvedList {
  networks: NetworkRow[];
  types: TypeRow[];
  plans: PlanRow[];
}

/**
 * Completes a list from the stored catalogue: the plain list has no ids of networks and types, no prices per
 * level and no active flags. Skips and logs unknown names.
 */
export function resolveNames(list: PlanList, stored: StoredCatalogue): ResolvedList {
  const resolved: ResolvedList = { networks: [], types: [], plans: [] };
  // Its names and ids are the main supplier's, which never listed the others.
  const [storedNetworks, storedTypes] = [
    stored.networks.filter(({ id }) => id < FIRST_OWN_ID),
    stored.types.filter(({ id }) => id < FIRST_OWN_ID),
  ];
  const storedPlans = new Map(stored.plans.map((plan) => [plan.id, plan]));
  const listedTypes = new Set(
    stored.plans
      .filter(({ delistedAt }) => delistedAt === null)
      .map(({ networkId, typeId }) => typeKey(networkId, typeId)),
  );
  const isTypeListed = ({ networkId, id }: TypeRow) => listedTypes.has(typeKey(networkId, id));
  for (const listed of list.networks) {
    const network = resolveNetwork(listed, storedNetworks);
    if (!network || isReserved("network", network)) continue;
    resolved.networks.push(network);
    for (const type of listed.types) {
      const row = resolveType(type, network, storedTypes, isTypeListed);
      if (!row || isReserved("type", row)) continue;
      resolved.types.push(row);
      for (const plan of type.plans)
        if (!isReserved("plan", plan))
          resolved.plans.push(resolvePlan(plan, row, storedPlans.get(plan.id), list.source));
    }
  }
  return resolved;
}

function resolveNetwork(listed: ListedNetwork, rows: readonly NetworkRow[]): NetworkRow | undefined {
  const stored = matchRow(listed, rows);
  const id = listed.id ?? stored?.id;
  if (id === undefined)
    return logSkipped(
      "network",
      listed.name,
      listed.types.flatMap(({ plans }) => plans),
    );
  const { name } = listed;
  return {
    id,
    name,
    code: listed.code ?? stored?.code ?? "",
    active: listed.active ?? stored?.active ?? true,
  };
}

const typeKey = (networkId: number, typeId: number) => `${networkId} ${typeId}`;

function resolveType(
  listed: ListedType,
  network: NetworkRow,
  rows: readonly TypeRow[],
  isListed: (row: TypeRow) => boolean,
): TypeRow | undefined {
  const siblings = rows.filter(({ networkId }) => networkId === network.id);
  const stored = matchRow(listed, siblings, isListed);
  const id = listed.id ?? stored?.id;
  if (id === undefined) return logSkipped("type", `${network.name} ${listed.name}`, listed.plans);
  const code = listed.code ?? stored?.code ?? "";
  return {
    networkId: network.id,
    id,
    name: listed.name,
    code,
    active: listed.active ?? stored?.active ?? true,
  };
}

function resolvePlan(
  listed: ListedPlan,
  type: TypeRow,
  stored: StoredPlan | undefined,
  source: PlanList["source"],
): PlanRow {
  const { id, volume, validity, amount } = listed;
  const same =
    stored && stored.amount === amount && stored.typeId === type.id && stored.networkId === type.networkId;
  const amounts = source === "plain" && same ? toAmounts(stored) : listed.amounts;
  return {
    id,
    networkId: type.networkId,
    typeId: type.id,
    size: listed.size ?? stored?.size ?? "",
    volume,
    validity,
    validityNormalized: listed.validityNormalized ?? stored?.validityNormalized ?? "",
    amount,
    ...toAmountColumns(amounts),
    active: listed.active ?? stored?.active ?? true,
  };
}

/**
 * Finds the stored row with the listed id, or by name without an id. Of several with that name it is the one
 * that is still listed: the others kept their name when the supplier gave it a new id.
 * @returns undefined when that leaves two.
 */
function matchRow<Row extends { id: number; name: string }>(
  listed: { id: number | null; name: string },
  rows: readonly Row[],
  isListed: (row: Row) => boolean = () => true,
): Row | undefined {
  if (listed.id !== null) return rows.find(({ id }) => id === listed.id);
  const named = rows.filter(({ name }) => name.toLowerCase() === listed.name.toLowerCase());
  const candidates = named.length > 1 ? named.filter(isListed) : named;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The main supplier's ids are below those that the portal gives to what only a later supplier lists. */
function isReserved(what: string, { id }: { id: number }): boolean {
  if (id < FIRST_OWN_ID) return false;
  log.warn("catalogue.left_out", { what, field: "id", id, reason: "the id is reserved" });
  return true;
}

function logSkipped(what: string, name: string, plans: unknown[]): undefined {
  log.warn("catalogue.left_out", {
    what,
    name,
    field: what,
    plans: plans.length,
    reason: "the name is unknown",
  });
}
