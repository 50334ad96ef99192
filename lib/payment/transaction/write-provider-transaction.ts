import { sql } from "drizzle-orm";
import type { payments } from "#db/schema/payment";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import type { ProviderName } from "#lib/payment/providers/provider";
import type { ConfirmedTransaction, classifyPayment, ReceivingAccount } from "./classify-payment.ts";

interface ClassifiedPayment {
  payment: typeof payments.$inferSelect | undefined;
  account: ReceivingAccount | undefined;
  verdict: ReturnType<typeof classifyPayment>;
  /** The transaction that grew by this money. */
  partOf?: number | null;
}

/** Builds the statement that records a transaction, once, with all effects of its classification. */
export function writeProviderTransaction(
  ctx: Ctx,
  provider: ProviderName,
  money: ConfirmedTransaction,
  { payment, account: to, verdict, partOf = null }: ClassifiedPayment,
) {
  const { transaction, reference, gross, fee, currency, paidAt, method, account, raw } = money;
  const isDirect = payment?.keysId != null;
  const credited = "credited" in verdict && !isDirect ? verdict.credited : null;
  const reason = "reason" in verdict ? verdict.reason : null;
  const resellerId = payment?.resellerId ?? to?.resellerId ?? null;
  const state = isDirect ? (reason ? "unmatched" : "direct") : reason ? "suspense" : "credited";
  const becomes = reason && payment?.state !== "paid" ? "review" : "paid";
  return sql`
    with fresh as (
      insert into provider_transactions (
        provider, transaction, payment_id, reference, gross, fee, currency, paid_at,
        method, account, account_id, raw, state, suspense_reason,
        reseller_id, credited, keys_id, part_of, next_check_at
      )
      values (
        ${provider}, ${transaction}, ${payment?.id ?? null}, ${reference ?? null},
        ${gross}, ${fee}, ${currency}, ${paidAt.toISOString()},
        ${method ?? null}, ${account ?? null}, ${to?.id ?? null}, ${raw}, ${state}, ${reason},
        ${credited === null ? null : resellerId}::bigint, ${credited}::bigint,
        ${payment?.keysId ?? null}::bigint, ${partOf}::bigint,
        ${isDirect || partOf ? sql`null` : sql`now() + interval '1 day'`}
      )
      on conflict (provider, transaction) do nothing
      returning *
    ),
    moved as (${updateWallets("payment", { of: sql`fresh`, amount: sql`credited` })}),
    journal as (${writeTransfers(ctx, "payment", { from: sql`moved`, amount: sql`credited` })}),
    operator_side as (${writeOperatorEntries("received", {
      from: sql`(select * from fresh where keys_id is null) ours left join journal on true`,
      id: sql`ours.id`,
      journalId: sql`journal.id`,
      sides: {
        clearing: sql`ours.gross - coalesce(ours.fee, 0)`,
        fees: sql`coalesce(ours.fee, 0) - (ours.gross - coalesce(ours.credited, ours.gross))`,
        wallets: sql`-ours.credited`,
        suspense: sql`case when ours.credited is null then -ours.gross end`,
      },
    })}),
    ended as (
      update payments
      set state = ${becomes}, ended_at = coalesce(ended_at, now()), next_check_at = null
      from fresh
      where payments.id = fresh.payment_id
    ),
    recorded as (${recordAuditRows(ctx, {
      action: {
        credited: "money.credited",
        suspense: "money.suspended",
        direct: "money.seen",
        unmatched: "money.unmatched",
      }[state],
      subject: "money",
      subjectId: sql`fresh.id::text`,
      resellerId: sql`${resellerId}::bigint`,
      journalId: sql`journal.id`,
      before: sql`jsonb_build_object('payment', ${payment?.state ?? null}::text)`,
      after: sql`jsonb_build_object('payment', ${payment ? becomes : null}::text, 'provider', fresh.provider,
        'transaction', fresh.transaction, 'reference', fresh.reference,
        'gross', fresh.gross::text, 'fee', fresh.fee::text, 'currency', fresh.currency,
        'credited', fresh.credited::text, 'suspense_reason', fresh.suspense_reason)`,
      from: sql`fresh left join journal on true`,
    })})
    select id from fresh`;
}
