import { desc, eq, sql } from "drizzle-orm";
import { catalogue as catalogueRow, planChanges } from "#db/schema/catalogue";
import { planPrices } from "#db/schema/terms";
import { type HistoryView, history } from "#lib/audit/history";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type AdminPlanView, adminPlanView } from "./admin-plan-view.ts";
import { current } from "./current.ts";
import { type PriceSheet, sheetOf } from "./price-sheet.ts";

/** A plan with its past. Money in minor units. */
export interface AdminPlanDetail extends AdminPlanView {
  /** The version of the operator's terms; 0 when they were never changed. */
  termsVersion: number;
  /** Its costs and prices over time, oldest first; the last one is now's. */
  prices: (PriceSheet & { at: Date })[];
  /** What the upstream changed of it, newest first. */
  listed: { at: Date; changes: Record<string, [string | null, string | null]> }[];
  history: HistoryView[];
}

/** As many of the latest changes as a page shows. */
const LATEST = 100;

/** One plan in full. Admins only. @throws not_found. */
export async function adminPlan(ctx: Ctx, input: { planId: number }): Promise<AdminPlanDetail> {
  requireAdmin(ctx);
  const catalogue = await current(ctx);
  const plan = catalogue.plans.get(input.planId);
  if (!plan) throw notFound("plan");
  const [kept, listed, records, [clock]] = await Promise.all([
    ctx.db
      .select()
      .from(planPrices)
      .where(eq(planPrices.planId, plan.id))
      .orderBy(desc(planPrices.id))
      .limit(LATEST),
    ctx.db
      .select({ at: planChanges.at, changes: planChanges.changes })
      .from(planChanges)
      .where(eq(planChanges.planId, plan.id))
      .orderBy(desc(planChanges.id))
      .limit(LATEST),
    history(ctx, { subject: "plan", subjectId: plan.id }),
    ctx.db.select({ now: sql`now()`.mapWith(catalogueRow.changedAt) }).from(catalogueRow),
  ]);
  if (!clock) throw new Error("the catalogue's row is missing");
  const prices = kept.reverse().map(({ at, cost, smartEarner, affiliate, topUser, api }) => ({
    ...{ at, cost },
    prices: { smart_earner: smartEarner, affiliate, top_user: topUser, api },
  }));
  return {
    ...adminPlanView(plan, catalogue),
    termsVersion: catalogue.terms.plans.get(plan.id)?.version ?? 0,
    prices: [...prices, { at: clock.now, ...sheetOf(plan) }],
    listed,
    history: records,
  };
}
