import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingRequests } from "#db/schema/funding";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { type Adjusted, adjust } from "#lib/ledger/adjust";

export const ApproveFundingInput = z.object({ id: Id, reason: Reason });
export type ApproveFundingInput = z.infer<typeof ApproveFundingInput>;

/**
 * Credits a funding request to the reseller's wallet, once, even if two admins approve it at the same time. Above the
 * set sum it waits for a second admin. Admins only.
 * @returns the wallet after it. @throws not_found; conflict when it was decided meanwhile.
 */
export async function approveFunding(
  ctx: Ctx,
  input: ApproveFundingInput,
): Promise<Pick<Adjusted, "balance"> | Waiting> {
  requireAdmin(ctx, "money");
  const { id, reason } = ApproveFundingInput.parse(input);
  const [asked] = await ctx.db
    .select({ resellerId: fundingRequests.resellerId, amount: fundingRequests.amount })
    .from(fundingRequests)
    .where(eq(fundingRequests.id, id));
  if (!asked) throw notFound("funding request");
  return orPropose(ctx, { kind: "funding", ...asked, reason, about: id }, (ctx) =>
    addFunding(ctx, { id, reason }),
  );
}

/** Credits an approved request; the caller has checked the rights. Throws what `approveFunding` does. */
export function addFunding(
  ctx: Ctx,
  { id, reason }: ApproveFundingInput,
): Promise<Pick<Adjusted, "balance">> {
  return inTransaction(ctx, async (tx) => {
    // Locks in this order: the wallet, proposals, the request; confirming a proposal does the same.
    await tx.db.execute(sql`
      select from wallets where reseller_id = (select reseller_id from funding_requests where id = ${id}) for update`);
    await endProposals(tx, "funding", id);
    const { resellerId, amount } = await pendingRequest(tx, id);
    const { balance, journalId } = await adjust(tx, "credit", { resellerId, amount, reason });
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

export const RefuseFundingInput = z.object({
  id: Id,
  /** The reseller reads it. */
  reason: Reason,
});
export type RefuseFundingInput = z.infer<typeof RefuseFundingInput>;

/** Refuses a funding request; no money moves. Admins only. @throws not_found; conflict when decided meanwhile */
export async function refuseFunding(ctx: Ctx, input: RefuseFundingInput): Promise<void> {
  requireAdmin(ctx, "money");
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

/**
 * Locks a funding request that is not decided yet, in the caller's transaction.
 * @throws not_found; conflict that says who decided it, and how.
 */
async function pendingRequest(ctx: Ctx, id: number): Promise<typeof fundingRequests.$inferSelect> {
  const [request] = await ctx.db
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.id, id))
    .for("update");
  if (!request) throw notFound("funding request");
  if (request.state !== "pending") throw await changedMeanwhile(ctx, { subject: "funding", subjectId: id });
  return request;
}
