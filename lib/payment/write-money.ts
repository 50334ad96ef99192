import { sql } from "drizzle-orm";
import type { payments } from "#db/schema/payment";
import { recordRows } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { writeHouse } from "#lib/ledger/house";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import type { Account, judge, Money } from "./judge-money.ts";
import type { ProviderName } from "./provider.ts";

interface Found {
  payment: typeof payments.$inferSelect | undefined;
  account: Account | undefined;
  verdict: ReturnType<typeof judge>;
  /** The transaction that grew by this money. */
  partOf?: number | null;
}

/** The statement that writes money down, once for each transaction, with all that follows from what was judged. */
export function writeMoney(
  ctx: Ctx,
  provider: ProviderName,
  money: Money,
  { payment, account: to, verdict, partOf = null }: Found,
) {
  const { transaction, reference, gross, fee, currency, paidAt, way, account, raw } = money;
  const own = payment?.keysId != null;
  const credited = "credited" in verdict && !own ? verdict.credited : null;
  const why = "why" in verdict ? verdict.why : null;
  const whose = payment?.resellerId ?? to?.resellerId ?? null;
  const state = own ? (why ? "odd" : "direct") : why ? "suspense" : "credited";
  const becomes = why && payment?.state !== "paid" ? "review" : "paid";
  return sql`
    with fresh as (
      insert into provider_transactions (provider, transaction, payment_id, reference, gross, fee, currency, paid_at,
        way, account, account_id, raw, state, why, reseller_id, credited, keys_id, part_of, next_check_at)
      values (${provider}, ${transaction}, ${payment?.id ?? null}, ${reference ?? null}, ${gross}, ${fee}, ${currency},
        ${paidAt.toISOString()}, ${way ?? null}, ${account ?? null}, ${to?.id ?? null}, ${raw}, ${state}, ${why},
        ${credited === null ? null : whose}::bigint, ${credited}::bigint,
        ${payment?.keysId ?? null}::bigint, ${partOf}::bigint, ${own || partOf ? sql`null` : sql`now() + interval '1 day'`})
      on conflict (provider, transaction) do nothing
      returning *
    ), moved as (
      update wallets set ${transferBalances("payment", sql`fresh.credited`)} from fresh
      where wallets.reseller_id = fresh.reseller_id
      returning ${transferredBalances("payment")}, fresh.credited
    ), ${writeTransfer(ctx, "payment", {
      from: sql`moved`,
      amount: sql`credited`,
      purchaseId: sql`null::bigint`,
      reason: sql`null::text`,
    })}, house as (${writeHouse(
      "received",
      {
        clearing: sql`of.gross - coalesce(of.fee, 0)`,
        fees: sql`coalesce(of.fee, 0) - (of.gross - coalesce(of.credited, of.gross))`,
        wallets: sql`-of.credited`,
        suspense: sql`case when of.credited is null then -of.gross end`,
      },
      sql`select fresh.*, journal.id as journal_id from fresh left join journal on true where fresh.keys_id is null`,
    )}), ended as (
      update payments set state = ${becomes}, ended_at = coalesce(ended_at, now()), next_check_at = null
      from fresh where payments.id = fresh.payment_id
    ), recorded as (${recordRows(ctx, {
      action: {
        credited: "money.credited",
        suspense: "money.suspended",
        direct: "money.seen",
        odd: "money.odd",
      }[state],
      subject: "money",
      subjectId: sql`fresh.id::text`,
      resellerId: sql`${whose}::bigint`,
      journalId: sql`journal.id`,
      reason: sql`null::text`,
      before: sql`jsonb_build_object('payment', ${payment?.state ?? null}::text)`,
      after: sql`jsonb_build_object('payment', ${payment ? becomes : null}::text, 'provider', fresh.provider,
        'transaction', fresh.transaction, 'reference', fresh.reference,
        'gross', fresh.gross::text, 'fee', fresh.fee::text, 'currency', fresh.currency,
        'credited', fresh.credited::text, 'why', fresh.why)`,
      from: sql`fresh left join journal on true`,
    })})
    select id from fresh`;
}
