import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingRequests } from "#db/schema/funding";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { endProposals } from "#lib/ledger/second-admin";
import { pendingRequest } from "./pending-request.ts";

export const RefuseFundingInput = z.object({
  id: Id,
  /** The reseller reads it. */
  reason: Reason,
});
export type RefuseFundingInput = z.infer<typeof RefuseFundingInput>;

/** Turns a funding request down: no money moves. Admins only. @throws not_found; conflict when decided meanwhile */
export async function refuseFunding(ctx: Ctx, input: RefuseFundingInput): Promise<void> {
  requireAdmin(ctx);
  const { id, reason } = RefuseFundingInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await endProposals(tx, "funding", id);
    const { resellerId, amount } = await pendingRequest(tx, id);
    await tx.db
      .update(fundingRequests)
      .set({ state: "refused", reason, decidedAt: sql`now()`, decidedBy: actorName(tx.actor) })
      .where(and(eq(fundingRequests.id, id), eq(fundingRequests.state, "pending")));
    await record(tx, {
      action: "funding.refused",
      subject: "funding",
      subjectId: id,
      resellerId,
      reason,
      before: { state: "pending" },
      after: { state: "refused", amount },
    });
  });
}
