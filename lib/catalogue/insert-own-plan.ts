import { sql } from "drizzle-orm";
import { FIRST_OWN_ID } from "#db/schema/catalogue";
import type { Ctx } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import type { CatalogueSnapshot } from "./catalogue.ts";
import { formatPlanLabel } from "./plan-label.ts";
import { isSameText } from "./text-key.ts";

interface OwnPlan {
  networkName: string;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** The standard price, in minor units. */
  amount: string | null;
  /** The supplier that lists it. */
  listedBy: number;
}

/**
 * Inserts a plan that the first supplier doesn't list, under an id of the portal. Its network and type are
 * found by name, or added; costs and prices are still missing. Part of `changeCatalogue`, which locks the
 * catalogue's row, so that two admins don't take the same id.
 * @returns its id
 * @throws invalid at `supplierPlanId` when the catalogue has the plan
 */
export async function insertOwnPlan(ctx: Ctx, catalogue: CatalogueSnapshot, plan: OwnPlan): Promise<number> {
  const networkId = await findOrAddNetwork(ctx, catalogue, plan.networkName);
  const typeId = await findOrAddType(ctx, catalogue, networkId, plan.typeName);
  rejectListedPlan(catalogue, { ...plan, networkId, typeId });
  const id = nextOwnId([...catalogue.plans.keys()]);
  const { size, volume, validity, amount, listedBy } = plan;
  await ctx.db.execute(sql`
    insert into plans (id, network_id, type_id, size, volume, validity, validity_normalized, amount, active,
      listed_by)
    values (${id}, ${networkId}, ${typeId}, ${size}, ${volume}, ${validity}, ${validity},
      ${amount}::bigint, true, ${listedBy})`);
  return id;
}

const nextOwnId = (ids: readonly number[]) => Math.max(FIRST_OWN_ID - 1, ...ids) + 1;

async function findOrAddNetwork(ctx: Ctx, { networks }: CatalogueSnapshot, name: string): Promise<number> {
  const network = networks.find((candidate) => isSameText(candidate.name, name));
  if (network) return network.id;
  const id = nextOwnId(networks.map((each) => each.id));
  await ctx.db.execute(
    sql`insert into networks (id, name, code, active) values (${id}, ${name}, ${name.toLowerCase()}, true)`,
  );
  return id;
}

async function findOrAddType(
  ctx: Ctx,
  { types }: CatalogueSnapshot,
  networkId: number,
  name: string,
): Promise<number> {
  const type = types.find(
    (candidate) => candidate.networkId === networkId && isSameText(candidate.name, name),
  );
  if (type) return type.id;
  const id = nextOwnId(types.map((each) => each.id));
  await ctx.db.execute(sql`
    insert into plan_types (network_id, id, name, code, active)
      values (${networkId}, ${id}, ${name}, ${name.toLowerCase()}, true)`);
  return id;
}

/** Two plans with the same texts would be one to a buyer. */
function rejectListedPlan(
  { plans }: CatalogueSnapshot,
  wanted: OwnPlan & { networkId: number; typeId: number },
): void {
  const same = [...plans.values()].find(
    (plan) =>
      plan.networkId === wanted.networkId &&
      plan.typeId === wanted.typeId &&
      isSameText(plan.size + plan.volume, wanted.size + wanted.volume) &&
      [plan.validity, plan.validityNormalized].some((text) => isSameText(text, wanted.validity)),
  );
  if (same)
    throw invalidError(
      "supplierPlanId",
      `Your catalogue has it: ${formatPlanLabel(same)}, #${same.id}. Match it instead.`,
    );
}
