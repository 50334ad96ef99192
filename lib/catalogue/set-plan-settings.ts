import { sql } from "drizzle-orm";
import { z } from "zod";
import { planSettings } from "#db/schema/pricing";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Reason } from "#lib/core/text/reason";
import { changeCatalogue } from "./change-catalogue.ts";

export const SetPlanSettingsInput = z.object({
  planId: z.coerce.number<string | number>().int().positive(),
  shown: z.enum(["yes", "no"]),
  /** The name shown instead of its type's name; empty for none. */
  name: z.string().trim().max(60, "Use at most 60 characters."),
  /** The version of the plan's settings in the form; 0 when they were never changed. */
  version: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SetPlanSettingsInput = z.input<typeof SetPlanSettingsInput>;

/**
 * Hides or shows a plan, and names it. Admins only.
 * @throws conflict when another admin changed it meanwhile, not_found.
 */
export async function setPlanSettings(ctx: Ctx, input: SetPlanSettingsInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { planId, shown, name, version, reason } = SetPlanSettingsInput.parse(input);
  await requireConfirmation(ctx);
  await changeCatalogue(ctx, async (ctx, before) => {
    if (!before.plans.has(planId)) throw notFoundError("plan");
    const old = before.settings.plans.get(planId);
    const subject = { subject: "plan", subjectId: planId };
    if ((old?.version ?? 0) !== version) throw await explainConflict(ctx, subject);
    const settings = { hidden: shown === "no", name: name || null };
    await ctx.db
      .insert(planSettings)
      .values({ planId, ...settings })
      .onConflictDoUpdate({
        target: planSettings.planId,
        set: { ...settings, version: sql`${planSettings.version} + 1` },
      });
    await recordAudit(ctx, {
      ...subject,
      action: "plan.terms",
      reason,
      before: { hidden: old?.hidden ?? false, name: old?.name ?? null },
      after: settings,
    });
  });
}
