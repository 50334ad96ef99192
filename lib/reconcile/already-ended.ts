import { eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";

/** The refusal of whoever comes late to a proposal: who decided its purchase, and how. */
export async function alreadyEnded(ctx: Ctx, id: number): Promise<PortalError> {
  const [about] = await ctx.db
    .select({ ident: purchases.ident })
    .from(decisions)
    .innerJoin(purchases, eq(purchases.id, decisions.purchaseId))
    .where(eq(decisions.id, id));
  return about
    ? changedMeanwhile(ctx, { subject: "purchase", subjectId: about.ident })
    : notFound("proposal");
}
