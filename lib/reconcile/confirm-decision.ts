import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { decisions } from "#db/schema/reconcile";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { walletOf } from "#lib/purchase/wallet-first";
import { alreadyEnded } from "./already-ended.ts";
import { settleByHand } from "./settle-by-hand.ts";

export const ConfirmDecisionInput = z.object({ id: z.coerce.number<string | number>().int() });
export type ConfirmDecisionInput = z.infer<typeof ConfirmDecisionInput>;

/**
 * Settles what another admin proposed, for the reason that was given then. Admins in person only.
 * @throws forbidden for whoever proposed it, not_found; conflict that says who decided it meanwhile, and how.
 */
export function confirmDecision(ctx: Ctx, { id }: ConfirmDecisionInput): Promise<void> {
  const admin = requireAdmin(ctx);
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only a person can confirm this.");
  return inTransaction(ctx, async (ctx) => {
    // The wallet before what was proposed, as by whoever settles it without a proposal.
    await ctx.db.execute(walletOf(sql`p.id = (select purchase_id from decisions where id = ${id})`));
    const [confirmed] = await ctx.db
      .update(decisions)
      .set({ endedAt: sql`now()`, endedBy: admin.id, confirmed: true })
      .where(and(eq(decisions.id, id), isNull(decisions.endedAt), ne(decisions.proposedBy, admin.id)))
      .returning({ purchaseId: decisions.purchaseId, outcome: decisions.outcome, reason: decisions.reason });
    if (!confirmed) throw await whyNot(ctx, id, admin.id);
    if (!(await settleByHand(ctx, confirmed))) throw await alreadyEnded(ctx, id);
  });
}

async function whyNot(ctx: Ctx, id: number, adminId: number): Promise<PortalError> {
  const [open] = await ctx.db
    .select({ by: decisions.proposedBy })
    .from(decisions)
    .where(and(eq(decisions.id, id), isNull(decisions.endedAt)));
  return open?.by === adminId
    ? new PortalError("forbidden", "You proposed this yourself. Another admin has to confirm it.")
    : alreadyEnded(ctx, id);
}
