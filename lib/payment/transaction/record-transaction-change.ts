import { eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { payments, providerTransactions as table } from "#db/schema/payment";
import { readSettings } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { int, readRows } from "#lib/core/read-rows";
import { lockWallet } from "#lib/ledger/lock-wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import type { ProviderName } from "#lib/payment/providers/provider";
import { creditSuspenseToWallet } from "#lib/payment/suspense/resolve-suspense";
import {
  type ConfirmedTransaction,
  classifyTransfer,
  isAccountTransfer,
  type ReceivingAccount,
} from "./classify-payment.ts";
import { writeProviderTransaction } from "./write-provider-transaction.ts";

type PaymentRow = typeof payments.$inferSelect;
type TransactionPart = typeof table.$inferSelect;

interface ChangeContext {
  payment: PaymentRow | undefined;
  account: ReceivingAccount | undefined;
  keysId: number | null;
}

/**
 * Records how a known transaction differs from the provider's response: an increase once, as a
 * part; a decrease or another owner as a discrepancy. If all parts together are the amount
 * requested, they are credited.
 */
export async function recordTransactionChange(
  tx: Ctx,
  provider: ProviderName,
  money: ConfirmedTransaction,
  { payment, account, keysId }: ChangeContext,
): Promise<void> {
  const resellerId = payment?.resellerId ?? account?.resellerId ?? null;
  if (resellerId !== null) await lockWallet(tx, resellerId);
  const parts = await lockParts(tx, provider, money.transaction);
  const [first] = parts;
  if (!first || first.keysId !== keysId) return recordChangeDiscrepancy(tx, provider, money, first);
  const total = parts.reduce((sum, { gross }) => sum + gross, 0n);
  const same = first.currency === money.currency && first.reference === (money.reference ?? null);
  if (!same || money.gross < total) return recordChangeDiscrepancy(tx, provider, money, first, total);
  if (money.gross > total) {
    const chargedBack = parts.some(
      ({ reversedAt, restoredAt }) => reversedAt !== null && restoredAt === null,
    );
    if (chargedBack) return;
    await addPart(tx, provider, money, { payment, account, first, parts, total });
  }
  await tx.db.execute(sql`
    update settlement_discrepancies
    set state = 'gone', ended_at = now()
    where transaction_id = ${first.id} and state = 'open'
      and (kind = 'changed' or kind = 'amount' and provider_amount = ${money.gross})`);
}

async function lockParts(tx: Ctx, provider: ProviderName, transaction: string): Promise<TransactionPart[]> {
  const first = sql`(
    select id from provider_transactions where provider = ${provider} and transaction = ${transaction})`;
  return tx.db
    .select()
    .from(table)
    .where(or(eq(table.id, first), eq(table.partOf, first)))
    .orderBy(table.id)
    .for("update");
}

type PartContext = Omit<ChangeContext, "keysId"> & {
  first: TransactionPart;
  parts: TransactionPart[];
  total: bigint;
};

async function addPart(
  tx: Ctx,
  provider: ProviderName,
  money: ConfirmedTransaction,
  { payment, account, first, parts, total }: PartContext,
): Promise<void> {
  const { fee, gross } = money;
  const before = parts.reduce((sum, part) => sum + (part.fee ?? 0n), 0n);
  const more = gross - total;
  const moreFee = fee === null || fee < before ? 0n : fee - before;
  const part: ConfirmedTransaction = {
    ...money,
    transaction: `${money.transaction}+${gross}`,
    gross: more,
    fee: fee === null || moreFee > more ? null : moreFee,
  };
  const verdict =
    isAccountTransfer(money) && !payment
      ? classifyTransfer(account, part, await readSettings(tx, paymentSettings))
      : ({ reason: getSuspenseReason(payment, money) } as const);
  const [written] = await readRows(tx.db, z.object({ id: int }))`
    ${writeProviderTransaction(tx, provider, part, { payment, account, verdict, partOf: first.id })}`;
  if (written && payment && isPaidInFull(payment, parts, part, gross))
    await creditAllParts(tx, payment, [...parts.map(({ id }) => id), written.id]);
}

function getSuspenseReason(payment: PaymentRow | undefined, { gross, currency }: ConfirmedTransaction) {
  if (!payment) return "unknown_reference";
  if (currency !== payment.currency) return "other_currency";
  return gross > payment.amount ? "over_paid" : "under_paid";
}

/**
 * Whether all parts together are the requested amount, none is decided, and they are in
 * time and have a known fee.
 */
function isPaidInFull(
  payment: PaymentRow,
  parts: readonly TransactionPart[],
  part: ConfirmedTransaction,
  gross: bigint,
): boolean {
  const waiting = parts.every(
    ({ state, suspenseReason, reversedAt, lost, fee }) =>
      state === "suspense" &&
      suspenseReason === "under_paid" &&
      reversedAt === null &&
      lost === 0n &&
      fee !== null,
  );
  const isRequested =
    payment.purpose === "wallet" && payment.currency === part.currency && payment.amount === gross;
  return waiting && isRequested && part.fee !== null && part.paidAt <= payment.expiresAt;
}

async function creditAllParts(
  tx: Ctx,
  { id, resellerId }: PaymentRow,
  parts: readonly number[],
): Promise<void> {
  const reason = "The rest was paid: together it is the amount requested.";
  for (const part of parts) await creditSuspenseToWallet(tx, { id: part, resellerId, reason });
  await tx.db.update(payments).set({ state: "paid" }).where(eq(payments.id, id));
}

/** Keeps the first record and shows admins the provider's current response. */
async function recordChangeDiscrepancy(
  tx: Ctx,
  provider: ProviderName,
  { transaction, gross, currency }: ConfirmedTransaction,
  first: TransactionPart | undefined,
  total?: bigint,
): Promise<void> {
  log.error("payment.changed", { provider, transaction });
  if (!first || total === undefined) return;
  const providerAmount = currency === first.currency ? gross : null;
  await tx.db.execute(sql`
    insert into settlement_discrepancies (
      provider, kind, transaction, transaction_id, ledger_amount, provider_amount, currency
    )
    values (
      ${provider}, 'changed', ${transaction}, ${first.id}, ${total}, ${providerAmount}, ${first.currency}
    )
    on conflict (transaction_id, kind) where kind in ('changed', 'charged_back', 'lost') do update
    set state = 'open', ended_at = null, provider_amount = excluded.provider_amount
    where settlement_discrepancies.state = 'gone'`);
}
