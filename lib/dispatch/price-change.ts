import { sql } from "drizzle-orm";
import { z } from "zod";
import { notify } from "#db/listen";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { formatDecimal } from "#lib/core/money/money";
import { readRow } from "#lib/core/read-rows";
import { raiseRouteCost } from "#lib/supplier/raise-route-cost";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import type { Claim } from "./claim-purchase.ts";

/**
 * Checks a response that charged another price than the listed one. The first one is a price change that the
 * catalogue doesn't have yet. If the list was fetched since and still has the old price, it is a
 * contradiction, unless the old price was charged again in between: then the first was an exception. Listed
 * 100 and charged 110 is a change; fetched again, still 100, and charged 110 is a contradiction.
 */
export async function compareWithPlanList(
  ctx: Ctx,
  claim: Claim,
  response: PurchaseResponse,
): Promise<PurchaseResponse> {
  if (!response.repriced) return response;
  const { listed } = await readRow(ctx.db, z.object({ listed: z.boolean() }))`
    select exists (
      select from attempts first join purchases p on p.id = first.purchase_id
        join attempts own on own.id = ${claim.attemptId} and own.supplier_id = first.supplier_id
        join purchases bought on bought.id = own.purchase_id and bought.plan_id = p.plan_id
        join suppliers list on list.id = own.supplier_id
      where first.amount <> first.cost and first.discrepancy is null and first.cost = own.cost
        and first.answered_at < list.synced_at and own.claimed_at > list.synced_at
        and not exists (
          select from purchases later join attempts fitting on fitting.purchase_id = later.id
          where later.plan_id = p.plan_id and later.id > p.id and fitting.amount = fitting.cost
            and fitting.supplier_id = first.supplier_id)) as listed`;
  if (!listed) return response;
  const { repriced: _, ...rest } = response;
  const charged = formatDecimal(response.transaction?.amount ?? 0n);
  return {
    ...rest,
    discrepancy: `charged ${charged} instead of ${formatDecimal(claim.cost)}, which it still lists`,
  };
}

/**
 * Records that the upstream charges another price than the catalogue has, and requests its list (the lane
 * `catalogue`).
 */
export async function requestPlanListUpdate(
  ctx: Ctx,
  claim: Claim,
  response: PurchaseResponse,
): Promise<void> {
  const facts = { listed: String(claim.cost), charged: String(response.transaction?.amount) };
  const { supplier } = claim;
  const repriced = await ctx.db.execute(sql`
    select from routes where supplier_id = ${supplier.id} and supplier_plan_id = ${claim.planId}
      and cost = ${facts.charged}::bigint`);
  if (repriced.length > 0) return;
  log.error("upstream.price_changed", { supplier: supplier.id, plan: claim.planId, ...facts });
  await recordAudit(ctx, {
    action: "upstream.price_changed",
    subject: "plan",
    subjectId: claim.planId,
    before: { cost: facts.listed },
    after: { cost: facts.charged, supplier: supplier.id },
  });
  await notify(ctx.db, "price_changed", String(claim.planId));
}

/**
 * Makes a plan's cost what a response charged above it, before anything else is bought there: the next
 * purchase is sent at most at its price, goes to another supplier or is refunded. May be repeated.
 */
export async function raiseCost(ctx: Ctx, claim: Claim, response: PurchaseResponse): Promise<void> {
  const { supplier, planId, cost } = claim;
  const charged = response.transaction?.amount ?? null;
  const isContradiction = response.discrepancy !== undefined;
  if (charged === null || charged <= cost) return;
  await raiseRouteCost(ctx, {
    supplierId: supplier.id,
    supplierPlanId: planId,
    cost,
    charged,
    isContradiction,
  });
}
