import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingRequests } from "#db/schema/funding";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { credit } from "#lib/ledger/credit";
import { pendingRequest } from "./pending-request.ts";

export const ApproveFundingInput = z.object({ id: Id, reason: Reason });
export type ApproveFundingInput = z.infer<typeof ApproveFundingInput>;

/**
 * Puts what a reseller asked for into their wallet, once, whoever else approves it at the same moment. Admins only.
 * @returns the wallet after it. @throws not_found; conflict when it was decided meanwhile.
 */
export async function approveFunding(ctx: Ctx, input: ApproveFundingInput): Promise<{ balance: bigint }> {
  requireAdmin(ctx);
  const { id, reason } = ApproveFundingInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const { resellerId, amount } = await pendingRequest(tx, id);
    const { balance, journalId } = await credit(tx, { resellerId, amount, reason });
    await tx.db
      .update(fundingRequests)
      .set({ state: "approved", journalId, decidedAt: sql`now()`, decidedBy: actorName(tx.actor) })
      .where(and(eq(fundingRequests.id, id), eq(fundingRequests.state, "pending")));
    await record(tx, {
      action: "funding.approved",
      subject: "funding",
      subjectId: id,
      resellerId,
      reason,
      before: { state: "pending" },
      after: { state: "approved", amount, journal: journalId },
    });
    return { balance };
  });
}
