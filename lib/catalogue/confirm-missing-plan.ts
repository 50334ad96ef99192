import { sql } from "drizzle-orm";
import { z } from "zod";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Id } from "#lib/core/id";
import { changeCatalogue } from "./change-catalogue.ts";

export const ConfirmMissingPlanInput = z.object({ planId: Id });
export type ConfirmMissingPlanInput = z.input<typeof ConfirmMissingPlanInput>;

/**
 * Confirms that a plan, which a list lacked together with most others, is no longer listed. Admins only.
 * @throws conflict when it is listed again, or confirmed already
 */
export async function confirmMissingPlan(ctx: Ctx, input: ConfirmMissingPlanInput): Promise<void> {
  requireAdmin(ctx, "prices");
  const { planId } = ConfirmMissingPlanInput.parse(input);
  await requireConfirmation(ctx);
  const subject = { subject: "plan", subjectId: planId };
  await changeCatalogue(ctx, async (tx) => {
    const confirmed = await tx.db.execute(sql`
      update plans set delisted_at = now(), doubt = null where id = ${planId} and doubt = 'missing'
        returning id`);
    if (confirmed.length === 0) throw await explainConflict(tx, subject);
    await recordAudit(tx, {
      ...subject,
      action: "plan.missing_confirmed",
      before: { listed: true },
      after: { listed: false },
    });
  });
}
