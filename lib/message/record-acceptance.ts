import { sql } from "drizzle-orm";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";

/**
 * Records that a provider accepted a message, and charges its price once to the wallet that pays. The ref of
 * the charge is the message's id, so that no second one is possible. A wallet that has too little by now
 * isn't charged: the operator pays. Part of its caller's transaction.
 */
export async function recordAcceptance(
  ctx: Ctx,
  { messageId, ref }: { messageId: string; ref: string },
): Promise<void> {
  if (await chargeMessage(ctx, messageId, ref)) return;
  await ctx.db.execute(sql`
    update customer_messages set accepted_at = now(), provider_ref = ${ref}, payer = 'operator'
    where message_id = ${messageId} and accepted_at is null`);
}

/**
 * One statement: the wallet, the ledger, the message and its record. @returns whether the wallet was charged
 */
async function chargeMessage(ctx: Ctx, messageId: string, ref: string): Promise<boolean> {
  const rows = await ctx.db.execute(sql`
    with w as (${selectLockedWallets(sql`
      select reseller_id from customer_messages where message_id = ${messageId}`)}),
    due as (
      select m.id, m.medium, m.order_id, m.purchase_id, m.reseller_id, m.price
      from customer_messages m
      join w on w.reseller_id = m.reseller_id
      where m.message_id = ${messageId}
        and m.payer = 'wallet'
        and m.accepted_at is null
        and w.wallet >= m.price
      for update of m
    ),
    moved as (${updateWallets("message", { of: sql`due`, amount: sql`price` })}),
    journal as (${writeTransfers(ctx, "message", {
      from: sql`moved`,
      amount: sql`price`,
      ref: sql`'message ' || ${messageId}::text`,
      reason: REASON,
    })}),
    charged as (
      update customer_messages m
      set accepted_at = now(), provider_ref = ${ref}, journal_id = journal.id
      from due, journal
      where m.id = due.id
      returning m.id, m.reseller_id, m.journal_id
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "message.charged",
      subject: "message",
      subjectId: sql`charged.id::text`,
      resellerId: sql`charged.reseller_id`,
      journalId: sql`charged.journal_id`,
      before: sql`jsonb_build_object('wallet', (moved.from_balance + moved.price)::text)`,
      after: sql`jsonb_build_object('wallet', moved.from_balance::text)`,
      from: sql`charged join moved using (reseller_id)`,
    })})
    select id from charged`);
  return rows.length > 0;
}

/** The reason on the reseller's statement: "SMS about order K7F-3QD", or about a purchase. */
const REASON = sql`(
  select case due.medium when 'sms' then 'SMS' else 'WhatsApp message' end || ' about '
    || coalesce(
      'order ' || upper(substr(o.reference, 1, 3) || '-' || substr(o.reference, 4)),
      'purchase ' || p.ident)
  from due
  left join orders o on o.id = due.order_id
  left join purchases p on p.id = due.purchase_id)`;
