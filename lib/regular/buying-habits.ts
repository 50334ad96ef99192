import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { type Ctx, requireReseller } from "#lib/core/context";
import { isRefunded } from "#lib/core/purchase-state";
import { int, readRows, textOf } from "#lib/core/read-rows";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { getRecencyWeight } from "#lib/sales/recency-weight";
import { getValidityHours } from "./validity-hours.ts";

export interface BuyingHabits {
  /** The plans that the number got most, with how often; often and recently bought ones first. */
  plans: { planId: number; label: string; times: number }[];
  /** When its newest bundle ends or ended; null without one, and while something is in progress for it. */
  endsAt: Date | null;
}

const MAX_PLANS = 3;

/** Summarises the acting reseller's last fifty purchases for a number in E.164. */
export async function getBuyingHabits(ctx: Ctx, input: { phone: string }): Promise<BuyingHabits> {
  const { id } = requireReseller(ctx, "customers");
  const phone = z.string().max(40).parse(input.phone);
  const last = sql`select p.* from purchases p where p.reseller_id = ${id} and p.phone = ${phone}
    order by p.id desc limit 50`;
  const [rows, [newest], { plans }] = await Promise.all([
    readRows(ctx.db, z.object({ planId: int, times: int }))`
      select plan_id, count(*)::integer as times from (${last}) p where state = 'successful'
      group by plan_id order by sum(${getRecencyWeight(sql`placed_at`)}) desc, plan_id limit ${MAX_PLANS}`,
    readRows(
      ctx.db,
      z.object({ planId: int, validity: z.string(), placedAt: z.string(), state: textOf<PurchaseState>() }),
    )`
      select plan_id, validity, placed_at, state from (${last}) p
      where not ${isRefunded(sql`state`)} order by id desc limit 1`,
    getCatalogue(ctx),
  ]);
  const hours =
    newest?.state === "successful"
      ? (getValidityHours(newest.validity) ??
        getValidityHours(plans.get(newest.planId)?.validityNormalized ?? ""))
      : null;
  return {
    plans: rows.flatMap(({ planId, times }) => {
      const plan = plans.get(planId);
      return plan ? [{ planId: plan.id, label: formatPlanLabel(plan), times }] : [];
    }),
    endsAt:
      hours === null || newest === undefined
        ? null
        : new Date(Date.parse(newest.placedAt) + hours * 3_600_000),
  };
}
