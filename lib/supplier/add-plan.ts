import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ListedAmounts } from "#db/schema/supplier";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { changeCatalogue } from "#lib/catalogue/change-catalogue";
import { insertOwnPlan } from "#lib/catalogue/insert-own-plan";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { int, minor, readRows } from "#lib/core/read-rows";
import { isObject } from "#lib/core/text/foreign-text";
import { CONFIRM } from "./match-same-routes.ts";
import { refreshSupply } from "./refresh-supply.ts";

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
    if (route.planId !== null || route.delisted || !route.amounts || route.cost !== cost)
      throw conflictError(
        "The cost or the match changed meanwhile. Nothing was added. Check the current values.",
      );
    planId = await insertOwnPlan(tx, catalogue, {
      networkName: route.networkName,
      typeName: route.typeName,
      size: route.size,
      volume: route.volume,
      validity: route.validity,
      amount: route.amounts.standard,
      listedBy: key.supplierId,
    });
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

const RouteRow = z.object({
  networkName: z.string(),
  typeName: z.string(),
  size: z.string(),
  volume: z.string(),
  validity: z.string(),
  cost: minor.nullable(),
  amounts: z.custom<ListedAmounts>(isObject).nullable(),
  planId: int.nullable(),
  delisted: z.boolean(),
});
type RouteRow = z.output<typeof RouteRow>;

async function lockRoute(
  ctx: Ctx,
  { supplierId, supplierPlanId }: { supplierId: number; supplierPlanId: number },
): Promise<RouteRow> {
  const [row] = await readRows(ctx.db, RouteRow)`
    select network_name, type_name, size, volume, validity, cost, amounts, plan_id,
      delisted_at is not null as delisted
    from routes where supplier_id = ${supplierId} and supplier_plan_id = ${supplierPlanId} for update`;
  if (!row) throw notFoundError("plan");
  return row;
}
