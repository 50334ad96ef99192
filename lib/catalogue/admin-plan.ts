import { desc, eq, sql } from "drizzle-orm";
import { planChanges } from "#db/schema/catalogue";
import { planPrices } from "#db/schema/terms";
import { type HistoryView, history } from "#lib/audit/history";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { type AdminPlanView, adminPlanView } from "./admin-plan-view.ts";
import { current } from "./current.ts";
import { type PriceSheet, sheetOf } from "./price-sheet.ts";

/** A plan with its past. Money in minor units. */
export interface AdminPlanDetail extends AdminPlanView {
  /** The operator's terms as a form must know them: 0 when they were never touched. */
  termsVersion: number;
  /** What it cost and was sold for, and since when; oldest first, ending with now. */
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
  const [kept, listed, records] = await Promise.all([
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
  ]);
  const [clock] = await ctx.db.execute<{ ms: string }>(
    sql`select (extract(epoch from now()) * 1000)::bigint as ms`,
  );
  const prices = kept.reverse().map(({ at, cost, smartEarner, affiliate, topUser, api }) => ({
    ...{ at, cost },
    prices: { smart_earner: smartEarner, affiliate, top_user: topUser, api },
  }));
  return {
    ...adminPlanView(plan, catalogue),
    termsVersion: catalogue.terms.plans.get(plan.id)?.version ?? 0,
    prices: [...prices, { at: new Date(Number(clock?.ms)), ...sheetOf(plan) }],
    listed,
    history: records,
  };
}
