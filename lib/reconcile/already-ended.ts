import { eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { decisions } from "#db/schema/reconcile";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import type { Ctx } from "#lib/core/context";
import { notFound, type PortalError } from "#lib/core/error";

/** The refusal of whoever comes late to a proposal: who decided it or what it is about, and how. */
export async function alreadyEnded(ctx: Ctx, id: number): Promise<PortalError> {
  const [ended] = await ctx.db
    .select({ kind: decisions.kind, about: decisions.about, ident: purchases.ident })
    .from(decisions)
    .leftJoin(purchases, eq(purchases.id, decisions.purchaseId))
    .where(eq(decisions.id, id));
  if (!ended) return notFound("proposal");
  const { kind, about, ident } = ended;
  if (kind === "settle" && ident) return changedMeanwhile(ctx, { subject: "purchase", subjectId: ident });
  if (kind === "funding" && about) return changedMeanwhile(ctx, { subject: "funding", subjectId: about });
  return changedMeanwhile(ctx, { subject: "proposal", subjectId: id });
}
