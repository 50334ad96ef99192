import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit, recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor } from "#lib/core/context";
import { int, minor, readRows } from "#lib/core/read-rows";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { createReference } from "#lib/payment/reference";

/**
 * Gives the money of a failed purchase's order back to the customer who paid it online, even from an empty
 * wallet: it is theirs from the same moment on. Part of the transaction that ends the purchase; the database
 * rejects a commit that forgot it (`check_order_refunded`).
 */
export async function refundUndeliveredOrder(tx: Ctx, purchaseId: number): Promise<void> {
  const ctx = { ...tx, actor: { kind: "system", name: "order" }, address: undefined } as const;
  const [order] = await readRows(ctx.db, z.object({ id: int, resellerId: int, reference: z.string() }))`
    update orders
    set payment = 'refunded', changed_at = now(), waiting_for = null, due_at = now()
    where purchase_id = ${purchaseId} and payment = 'received'
      and exists (select from payments where order_id = orders.id and state = 'paid')
    returning id, reseller_id, reference`;
  if (!order) return;
  const { id, resellerId } = order;
  const reason = `Order ${formatOrderReference(order.reference)} was not delivered.`;
  await refundPaidOrder(ctx, { order: { id, resellerId }, reason, mayOwe: true });
  await recordAudit(ctx, {
    action: "order.refunded",
    subject: "order",
    subjectId: id,
    resellerId,
    before: { payment: "received" },
    after: { payment: "refunded" },
  });
}

interface OrderRefund {
  order: { id: number; resellerId: number };
  reason: string;
  /** The wallet may owe all of it, not the provider's fee alone. */
  mayOwe: boolean;
}

/**
 * Starts the refund of an order that was paid online, in full: from its reseller's wallet to suspense, or from
 * the reseller's own account. Part of the caller's transaction, which has locked the order and checked the
 * rights; the payment lane sends it.
 * @returns false while the wallet has too little; true also when the money was sent back before, or its
 *   payer's bank took it
 */
export async function refundPaidOrder(ctx: Ctx, { order, reason, mayOwe }: OrderRefund): Promise<boolean> {
  await lockWallet(ctx, order.resellerId);
  const money = await lockRefundable(ctx, order.id);
  if (!money) return true;
  if (!money.covered && !mayOwe) return false;
  const { id, state, back, fee, resellerId } = money;
  const key = createReference("R");
  const said = fee > 0n ? `${reason} ${FEE_NOTE}` : reason;
  await ctx.db.execute(sql`
    with refunding as (
      update provider_transactions
      set state = 'refunding', suspense_reason = 'undelivered', reseller_id = null, credited = null,
        extra = ${fee}, decided_at = now(), decided_by = ${formatActor(ctx.actor)}, reason = ${reason}
      where id = ${id}
      returning id
    ),
    debited as (select ${resellerId}::bigint as reseller_id, ${back}::bigint as back where ${state} = 'credited'),
    moved as (${updateWallets("refund", { of: sql`debited`, amount: sql`back` })}),
    journal as (${writeTransfers(ctx, "refund", {
      from: sql`moved`,
      amount: sql`back`,
      reason: sql`${said}::text`,
    })}),
    operator_side as (${writeOperatorEntries("debited", {
      from: sql`journal`,
      id: sql`${id}::bigint`,
      journalId: sql`journal.id`,
      sides: { wallets: sql`${back}::bigint`, suspense: sql`-${back}::bigint` },
    })}),
    refund as (
      insert into payment_refunds (key, transaction_id, reason, requested_by)
      select ${key}, id, ${reason}, ${formatActor(ctx.actor)} from refunding
    ),
    recorded as (${recordAuditRows(ctx, {
      action: "money.refund_requested",
      subject: "money",
      subjectId: sql`refunding.id::text`,
      resellerId: sql`${resellerId}::bigint`,
      journalId: sql`journal.id`,
      reason: sql`${reason}::text`,
      before: sql`jsonb_build_object('money', ${state}::text)`,
      after: sql`jsonb_build_object('money', 'refunding', 'gross', ${back}::text, 'refund', ${key}::text,
        'fee', ${fee}::text)`,
      from: sql`refunding left join journal on true`,
    })})
    select from refunding`);
  return true;
}

const FEE_NOTE = "The customer gets all of it back, so the provider’s fee is charged to the wallet.";

const Refundable = z.object({
  id: int,
  state: z.string(),
  resellerId: int,
  back: minor,
  fee: minor,
  covered: z.boolean(),
});

/** Locks the money of an order that its reseller, or their wallet, has. */
async function lockRefundable(ctx: Ctx, orderId: number) {
  const [row] = await readRows(ctx.db, Refundable)`
    select
      t.id, t.state, p.reseller_id,
      -- A part that a dispute took for good is with the customer already.
      t.gross - t.lost as back,
      coalesce(t.gross - t.lost - t.credited, 0) as fee,
      t.state = 'direct' or w.wallet - t.credited >= w.floor as covered
    from provider_transactions t
    join payments p on p.id = t.payment_id
    join wallets w on w.reseller_id = p.reseller_id
    where p.order_id = ${orderId} and p.state = 'paid' and t.state in ('credited', 'direct')
      and (t.reversed_at is null or t.restored_at is not null)
    for update of t`;
  return row;
}
