import { sql } from "drizzle-orm";
import { z } from "zod";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { changeCatalogue } from "./change-catalogue.ts";
import { getMainCost } from "./price/price.ts";

export const ConfirmPlanInput = z.object({
  planId: Id,
  /** As the form showed them: the doubt, and the main supplier's cost in minor units, empty where it is unknown. */
  doubt: z.enum(["cost", "missing", "new", "charged"]),
  cost: z.preprocess((shown) => (shown === "" ? null : shown), z.coerce.bigint().nullable()),
});
export type ConfirmPlanInput = z.input<typeof ConfirmPlanInput>;

/**
 * Confirms what the main supplier's list says of a plan: its cost counts as normal from now on, or a missing
 * plan is no longer listed. Admins only.
 * @throws not_found; conflict when it changed since the form was rendered
 */
export async function confirmPlan(ctx: Ctx, input: ConfirmPlanInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { planId, doubt, cost } = ConfirmPlanInput.parse(input);
  await requireConfirmation(ctx);
  const subject = { subject: "plan", subjectId: planId };
  await changeCatalogue(ctx, async (tx, { plans }) => {
    const plan = plans.get(planId);
    if (!plan) throw notFoundError("plan");
    if (plan.doubt !== doubt || (getMainCost(plan) ?? null) !== cost)
      throw await explainConflict(tx, subject);
    await tx.db.execute(sql`
      update plans set doubt = null, confirmed_cost = ${cost}::bigint, confirmed_at = now(),
        delisted_at = ${doubt === "missing" ? sql`now()` : sql`delisted_at`}
      where id = ${planId}`);
    await recordAudit(tx, {
      ...subject,
      action: "plan.confirmed",
      before: { cost: plan.confirmedCost },
      after: { cost, "to confirm": doubt },
    });
  });
}
