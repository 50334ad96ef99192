import { desc, eq, sql } from "drizzle-orm";
import { catalogue as catalogueRow, planChanges } from "#db/schema/catalogue";
import { planPrices } from "#db/schema/pricing";
import { type AuditHistoryEntry, getAuditHistory } from "#lib/audit/audit-history";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { type AdminPlanView, toAdminPlanView } from "./admin-plan-view.ts";
import { getCatalogue } from "./get-catalogue.ts";
import { type PriceSheet, toPriceSheet } from "./price/price-sheet.ts";

/** A plan with its history. Money in minor units. */
export interface AdminPlanDetail extends AdminPlanView {
  /** The version of the plan's settings; 0 when they were never changed. */
  settingsVersion: number;
  /** Its costs and prices over time, oldest first; the last ones are current. */
  prices: (PriceSheet & { at: Date })[];
  listed: { at: Date; changes: Record<string, [string | null, string | null]> }[];
  history: AuditHistoryEntry[];
}

const MAX_HISTORY_ROWS = 100;

/** Returns a plan with its history. Admins only. @throws not_found. */
export async function getAdminPlan(ctx: Ctx, input: { planId: number }): Promise<AdminPlanDetail> {
  requireAdmin(ctx);
  const catalogue = await getCatalogue(ctx);
  const plan = catalogue.plans.get(input.planId);
  if (!plan) throw notFoundError("plan");
  const [priceRows, listed, records, [clock]] = await Promise.all([
    ctx.db
      .select()
      .from(planPrices)
      .where(eq(planPrices.planId, plan.id))
      .orderBy(desc(planPrices.id))
      .limit(MAX_HISTORY_ROWS),
    ctx.db
      .select({ at: planChanges.at, changes: planChanges.changes })
      .from(planChanges)
      .where(eq(planChanges.planId, plan.id))
      .orderBy(desc(planChanges.id))
      .limit(MAX_HISTORY_ROWS),
    getAuditHistory(ctx, { subject: "plan", subjectId: plan.id }),
    ctx.db.select({ now: sql`now()`.mapWith(catalogueRow.changedAt) }).from(catalogueRow),
  ]);
  if (!clock) throw new Error("the catalogue's row is missing");
  const prices = priceRows.reverse().map(({ at, cost, smartEarner, affiliate, topUser, api }) => ({
    at,
    cost,
    prices: { smart_earner: smartEarner, affiliate, top_user: topUser, api },
  }));
  return {
    ...toAdminPlanView(plan, catalogue),
    settingsVersion: catalogue.settings.plans.get(plan.id)?.version ?? 0,
    prices: [...prices, { at: clock.now, ...toPriceSheet(plan) }],
    listed,
    history: records,
  };
}
