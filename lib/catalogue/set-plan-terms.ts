import { sql } from "drizzle-orm";
import { z } from "zod";
import { planTerms } from "#db/schema/terms";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { changeCatalogue } from "./change.ts";

export const SetPlanTermsInput = z.object({
  planId: z.coerce.number<string | number>().int().positive(),
  shown: z.enum(["yes", "no"]),
  /** What it is called here in place of its type's name; empty is as listed. */
  name: z.string().trim().max(60, "At most 60 characters."),
  /** The version of the plan's terms in the form; 0 when they were never changed. */
  version: z.coerce.number<string | number>().int().min(0),
  reason: Reason,
});
export type SetPlanTermsInput = z.input<typeof SetPlanTermsInput>;

/** Hides or shows a plan, and names it. Admins only. @throws conflict when somebody changed it meanwhile, not_found. */
export async function setPlanTerms(ctx: Ctx, input: SetPlanTermsInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { planId, shown, name, version, reason } = SetPlanTermsInput.parse(input);
  await changeCatalogue(ctx, async (ctx, before) => {
    if (!before.plans.has(planId)) throw notFound("plan");
    const old = before.terms.plans.get(planId);
    const subject = { subject: "plan", subjectId: planId };
    if ((old?.version ?? 0) !== version) throw await changedMeanwhile(ctx, subject);
    const terms = { hidden: shown === "no", name: name || null };
    await ctx.db
      .insert(planTerms)
      .values({ planId, ...terms })
      .onConflictDoUpdate({
        target: planTerms.planId,
        set: { ...terms, version: sql`${planTerms.version} + 1` },
      });
    await record(ctx, {
      ...subject,
      action: "plan.terms",
      reason,
      before: { hidden: old?.hidden ?? false, name: old?.name ?? null },
      after: terms,
    });
  });
}
