import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { settlementDiscrepancies } from "#db/schema/settlement";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { Reason } from "#lib/core/text/reason";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";

export const AcceptSettlementDiscrepancyInput = z.object({ id: Id, reason: Reason });
export type AcceptSettlementDiscrepancyInput = z.input<typeof AcceptSettlementDiscrepancyInput>;

/**
 * Says why a difference between a settlement and the ledger may stay. Where another amount or fee was
 * settled, the rest goes from clearing to fees: the provider owes it no more. Above the daily sum it
 * needs approval. Admins only.
 * @throws not_found; conflict when it ended meanwhile
 */
export async function acceptSettlementDiscrepancy(
  ctx: Ctx,
  input: AcceptSettlementDiscrepancyInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "money");
  const { id, reason } = AcceptSettlementDiscrepancyInput.parse(input);
  const { ledgerAmount, providerAmount } = settlementDiscrepancies;
  const [known] = await ctx.db
    .select({
      amount: sql`abs(coalesce(${ledgerAmount}, 0) - coalesce(${providerAmount}, 0))`.mapWith(ledgerAmount),
    })
    .from(settlementDiscrepancies)
    .where(eq(settlementDiscrepancies.id, id));
  if (!known) throw notFoundError("discrepancy");
  const movement = { kind: "settlement" as const, ...known, reason, about: id };
  return runOrRequestApproval(ctx, movement, (tx) => applySettlementAcceptance(tx, { id, reason }));
}

/** Accepts it; the caller has checked the rights. @throws conflict when it ended meanwhile */
export function applySettlementAcceptance(
  ctx: Ctx,
  { id, reason }: { id: number; reason: string },
): Promise<undefined> {
  return inTransaction(ctx, async (tx) => {
    await endApprovalRequests(tx, "settlement", id);
    // A part that comes meanwhile (`recordTransactionChange`) waits, or is counted.
    await tx.db.execute(sql`
      select
      from provider_transactions
      where id = (select transaction_id from settlement_discrepancies where id = ${id})
      for update`);
    const [done] = await tx.db.execute(sql`
      with ended as (
        update settlement_discrepancies
        set
          state = 'acknowledged', ended_at = now(), ended_by = ${formatActor(tx.actor)}, reason = ${reason}
        where id = ${id} and state = 'open'
        returning *
      ),
      -- What the provider still owes by the ledger.
      owed as (
        select ended.transaction_id, sum(h.amount)::bigint as amount
        from ended
        join provider_transactions p on p.id = ended.transaction_id or p.part_of = ended.transaction_id
        join operator_entries h on h.transaction_id = p.id and h.account = 'clearing'
        where ended.kind in ('amount', 'fee') and h.step in ('received', 'settled')
        group by ended.transaction_id
      ),
      operator_side as (${writeOperatorEntries("accepted", {
        from: sql`owed`,
        id: sql`owed.transaction_id`,
        sides: { clearing: sql`-owed.amount`, fees: sql`owed.amount` },
      })}),
      recorded as (${recordAuditRows(tx, {
        action: "settlement.acknowledged",
        subject: "difference",
        subjectId: sql`ended.id::text`,
        reason: sql`ended.reason`,
        before: sql`jsonb_build_object(
          'difference', ended.kind,
          'ledger_amount', ended.ledger_amount::text,
          'provider_amount', ended.provider_amount::text)`,
        after: sql`jsonb_build_object(
          'difference', 'acknowledged', 'accepted', (select amount::text from owed))`,
        from: sql`ended`,
      })})
      select id from ended`);
    if (!done) throw await explainConflict(tx, { subject: "difference", subjectId: id });
    return undefined;
  });
}
