import { eq, or, sql } from "drizzle-orm";
import { payments, providerTransactions as table } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { putIntoWallet } from "./decide-money.ts";
import { type Account, isTransfer, judgeTransfer, type Money } from "./judge-money.ts";
import type { ProviderName } from "./provider.ts";
import { paymentSettings } from "./settings.ts";
import { writeMoney } from "./write-money.ts";

type Payment = typeof payments.$inferSelect;
type Part = typeof table.$inferSelect;

interface About {
  payment: Payment | undefined;
  account: Account | undefined;
  keysId: number | null;
}

/**
 * Writes down what a provider says now of a transaction that is known: the difference, once, where it grew; a discrepancy for
 * an admin where it shrank or became another's. What grew to just what was asked for is credited as a whole. Part of
 * recording money.
 */
export async function recordChange(
  tx: Ctx,
  provider: ProviderName,
  money: Money,
  { payment, account, keysId }: About,
): Promise<void> {
  const whose = payment?.resellerId ?? account?.resellerId ?? null;
  // Locks in this order: the wallet, then the money.
  await tx.db.execute(sql`select from wallets where reseller_id = ${whose} for update`);
  const parts = await lockParts(tx, provider, money.transaction);
  const [first] = parts;
  if (!first || first.keysId !== keysId) return changed(tx, provider, money, first);
  const total = parts.reduce((sum, { gross }) => sum + gross, 0n);
  const same = first.currency === money.currency && first.reference === (money.reference ?? null);
  if (!same || money.gross < total) return changed(tx, provider, money, first, total);
  if (money.gross > total) {
    const takenBack = parts.some(({ reversedAt, restoredAt }) => reversedAt !== null && restoredAt === null);
    if (takenBack) return;
    await addPart(tx, provider, money, { payment, account, first, parts, total });
  }
  await tx.db.execute(sql`
    update settlement_differences set state = 'gone', ended_at = now()
    where transaction_id = ${first.id} and state = 'open'
      and (kind = 'changed' or kind = 'amount' and there = ${money.gross})`);
}

/** What is here of a transaction, the first part first; nobody else changes it meanwhile. */
async function lockParts(tx: Ctx, provider: ProviderName, transaction: string): Promise<Part[]> {
  const first = sql`(select id from provider_transactions where provider = ${provider} and transaction = ${transaction})`;
  return tx.db
    .select()
    .from(table)
    .where(or(eq(table.id, first), eq(table.partOf, first)))
    .orderBy(table.id)
    .for("update");
}

type Growing = Omit<About, "keysId"> & { first: Part; parts: Part[]; total: bigint };

async function addPart(
  tx: Ctx,
  provider: ProviderName,
  money: Money,
  { payment, account, first, parts, total }: Growing,
): Promise<void> {
  const { fee, gross } = money;
  const before = parts.reduce((sum, one) => sum + (one.fee ?? 0n), 0n);
  const more = gross - total;
  const moreFee = fee === null || fee < before ? 0n : fee - before;
  const part: Money = {
    ...{ ...money, transaction: `${money.transaction}+${gross}`, gross: more },
    fee: fee === null || moreFee > more ? null : moreFee,
  };
  const verdict =
    isTransfer(money) && !payment
      ? judgeTransfer(account, part, await paymentSettings(tx))
      : ({ why: whyOf(payment, money) } as const);
  const [written] = await tx.db.execute<{ id: string }>(
    writeMoney(tx, provider, part, { payment, account, verdict, partOf: first.id }),
  );
  if (written && payment && isWhole(payment, parts, part, gross))
    await creditWhole(tx, payment, [...parts.map(({ id }) => id), Number(written.id)]);
}

function whyOf(payment: Payment | undefined, { gross, currency }: Money) {
  if (!payment) return "unknown_reference";
  if (currency !== payment.currency) return "other_currency";
  return gross > payment.amount ? "over_paid" : "under_paid";
}

/** Whether all parts together, none of which was dealt with, are just what was asked for, in time and with a fee that is clear. */
function isWhole(payment: Payment, parts: readonly Part[], part: Money, gross: bigint): boolean {
  const waiting = parts.every(
    ({ state, why, reversedAt, lost, fee }) =>
      state === "suspense" && why === "under_paid" && reversedAt === null && lost === 0n && fee !== null,
  );
  const asked =
    payment.purpose === "wallet" && payment.currency === part.currency && payment.amount === gross;
  return waiting && asked && part.fee !== null && part.paidAt <= payment.expiresAt;
}

async function creditWhole(tx: Ctx, { id, resellerId }: Payment, parts: readonly number[]): Promise<void> {
  const reason = "The rest came: together it is what was asked for.";
  for (const part of parts) await putIntoWallet(tx, { id: part, resellerId, reason });
  await tx.db.update(payments).set({ state: "paid" }).where(eq(payments.id, id));
}

/** What was written first stands; an admin is shown what the provider says now. */
async function changed(
  tx: Ctx,
  provider: ProviderName,
  { transaction, gross, currency }: Money,
  first: Part | undefined,
  total?: bigint,
): Promise<void> {
  log.error("payment.changed", { provider, transaction });
  if (!first || total === undefined) return;
  const there = currency === first.currency ? gross : null;
  await tx.db.execute(sql`
    insert into settlement_differences (provider, kind, transaction, transaction_id, here, there, currency)
    values (${provider}, 'changed', ${transaction}, ${first.id}, ${total}, ${there}, ${first.currency})
    on conflict (transaction_id, kind) where kind in ('changed', 'charged_back', 'lost') do update
      set state = 'open', ended_at = null, there = excluded.there
      where settlement_differences.state = 'gone'`);
}
