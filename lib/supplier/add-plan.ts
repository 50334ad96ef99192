import { sql } from "drizzle-orm";
import { z } from "zod";
import { FIRST_OWN_ID } from "#db/schema/catalogue";
import type { ListedAmounts } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import type { CatalogueSnapshot } from "#lib/catalogue/catalogue";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { isSameText } from "#lib/catalogue/text-key";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { CONFIRM } from "./match-same-routes.ts";
import { refreshSupply } from "./write-supply.ts";

export const AddPlanInput = z.object({
  supplierId: Id,
  supplierPlanId: Id,
  /** The supplier's cost that the form showed, in minor units. */
  cost: z.coerce.bigint(),
});
export type AddPlanInput = z.input<typeof AddPlanInput>;

/**
 * Adds a plan that only a later supplier lists to the catalogue, under an id of the portal that never
 * changes, and matches the supplier's plan to it. It is sold at the supplier's listed prices, or by a price
 * rule. Admins only.
 * @throws not_found; conflict when it is matched, no longer listed, or its cost changed; invalid when the
 * catalogue has it
 */
export async function addPlan(ctx: Ctx, input: AddPlanInput): Promise<{ planId: number }> {
  requireAdmin(ctx, "prices");
  const { cost, ...key } = AddPlanInput.parse(input);
  await requireConfirmation(ctx);
  let planId = 0;
  await changeCatalogue(ctx, async (tx, catalogue) => {
    const route = await lockRoute(tx, key);
    if (route.plan_id !== null || route.delisted || !route.amounts || route.cost !== String(cost))
      throw conflictError(
        "The cost or the match changed meanwhile. Nothing was added. Check the current values.",
      );
    const networkId = await findOrAddNetwork(tx, catalogue, route);
    const typeId = await findOrAddType(tx, catalogue, { networkId, name: route.type_name });
    rejectListedPlan(catalogue, { networkId, typeId, route });
    planId = nextOwnId([...catalogue.plans.keys()]);
    await insertPlan(tx, { id: planId, networkId, typeId, supplierId: key.supplierId, route });
    await tx.db.execute(sql`
      update routes set plan_id = ${planId}, matched_by = ${formatActor(tx.actor)}, ${CONFIRM},
        matched_texts = plan_texts(${planId}), ignored = false
      where supplier_id = ${key.supplierId} and supplier_plan_id = ${key.supplierPlanId}`);
    await recordAudit(tx, {
      subject: "plan",
      subjectId: planId,
      action: "supplier.plan_added",
      after: { supplier: key.supplierId, supplierPlan: key.supplierPlanId, cost },
    });
  });
  await refreshSupply(ctx);
  return { planId };
}

interface RouteRow extends Record<string, unknown> {
  network_name: string;
  type_name: string;
  size: string;
  volume: string;
  validity: string;
  cost: string | null;
  amounts: ListedAmounts | null;
  plan_id: number | null;
  delisted: boolean;
}

async function lockRoute(
  ctx: Ctx,
  { supplierId, supplierPlanId }: { supplierId: number; supplierPlanId: number },
): Promise<RouteRow> {
  const [row] = await ctx.db.execute<RouteRow>(sql`
    select network_name, type_name, size, volume, validity, cost::text, amounts, plan_id,
      delisted_at is not null as delisted
    from routes where supplier_id = ${supplierId} and supplier_plan_id = ${supplierPlanId} for update`);
  if (!row) throw notFoundError("plan");
  return row;
}

/** The catalogue's row is locked, so that two admins don't take the same id. */
const nextOwnId = (ids: readonly number[]) => Math.max(FIRST_OWN_ID - 1, ...ids) + 1;

async function findOrAddNetwork(ctx: Ctx, { networks }: CatalogueSnapshot, route: RouteRow): Promise<number> {
  const name = route.network_name;
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
  { networkId, name }: { networkId: number; name: string },
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
  { networkId, typeId, route }: { networkId: number; typeId: number; route: RouteRow },
): void {
  const same = [...plans.values()].find(
    (plan) =>
      plan.networkId === networkId &&
      plan.typeId === typeId &&
      isSameText(plan.size + plan.volume, route.size + route.volume) &&
      [plan.validity, plan.validityNormalized].some((text) => isSameText(text, route.validity)),
  );
  if (same)
    throw invalidError(
      "supplierPlanId",
      `Your catalogue has it: ${formatPlanLabel(same)}, #${same.id}. Match it instead.`,
    );
}

interface NewPlan {
  id: number;
  networkId: number;
  typeId: number;
  supplierId: number;
  route: RouteRow;
}

/** `refreshSupply` fills in cost and prices. */
const insertPlan = (ctx: Ctx, { id, networkId, typeId, supplierId, route }: NewPlan) =>
  ctx.db.execute(sql`
    insert into plans (id, network_id, type_id, size, volume, validity, validity_normalized, amount, active,
      listed_by)
    values (${id}, ${networkId}, ${typeId}, ${route.size}, ${route.volume}, ${route.validity},
      ${route.validity},
      ${route.amounts?.standard ?? null}::bigint, true, ${supplierId})`);
