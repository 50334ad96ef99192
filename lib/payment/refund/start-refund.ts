import { sql } from "drizzle-orm";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor } from "#lib/core/context";
import { createReference } from "#lib/payment/reference";

/**
 * Starts a refund of money in suspense, or of an unmatched payment to a shop: all of it, once. Until it ends,
 * no other decision is possible; if it fails, the money is in suspense again. Part of the caller's
 * transaction, which has checked the rights; the payment lane sends it.
 * @throws conflict when another decision came first
 */
export async function startRefund(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  const started = await ctx.db.execute(sql`
    with refunding as (
      update provider_transactions
      set state = 'refunding', decided_at = now(), decided_by = ${formatActor(ctx.actor)}, reason = ${reason}
      where id = ${id} and state in ('suspense', 'unmatched')
      returning *
    ),
    -- One that the provider never confirmed is repeated under its key: at most one of them is executed.
    refund as (
      insert into payment_refunds (key, provider_key, transaction_id, reason, requested_by)
      select
        ${createReference("R")},
        (
          select coalesce(r.provider_key, r.key)
          from payment_refunds r
          where r.id = (select max(id) from payment_refunds where transaction_id = refunding.id)
            and r.refund is null
        ),
        id, reason, decided_by
      from refunding
      returning *
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "money.refund_requested",
      subject: "money",
      subjectId: sql`refunding.id::text`,
      resellerId: sql`(select reseller_id from payments where id = refunding.payment_id)`,
      reason: sql`refunding.reason`,
      before: sql`jsonb_build_object(
        'money', case when refunding.keys_id is null then 'suspense' else 'unmatched' end,
        'suspense_reason', refunding.suspense_reason)`,
      after: sql`jsonb_build_object(
        'money', 'refunding', 'gross', refunding.gross::text, 'refund', refund.key)`,
      from: sql`refunding join refund on refund.transaction_id = refunding.id`,
    })})
    select from refunding`);
  if (started.length === 0) throw await explainConflict(ctx, { subject: "money", subjectId: id });
}
