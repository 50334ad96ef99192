import { and, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { resellers } from "#db/schema/account";
import { paymentAccounts, payments, type providerTransactions, type SUSPENSE } from "#db/schema/payment";
import { orders } from "#db/schema/shop";
import { record, recordRows } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import type { Minor } from "#lib/core/money";
import { writeHouse } from "#lib/ledger/house";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import type { ProviderName } from "./provider.ts";
import { paymentSettings } from "./settings.ts";

/** Money that a provider confirms, in minor units of its currency. */
export type Money = Pick<
  typeof providerTransactions.$inferInsert,
  "transaction" | "reference" | "way" | "account" | "raw"
> & {
  gross: Minor;
  /** What the provider keeps of it; null when it does not say, or what cannot be. */
  fee: Minor | null;
  currency: string;
  paidAt: Date;
  /** Whose account it came to, by the name that the provider has for them. */
  owner?: string | null;
};

type Payment = Pick<
  typeof payments.$inferSelect,
  "amount" | "currency" | "feeBearer" | "state" | "expiresAt" | "keysId"
>;
type Order = Pick<typeof orders.$inferSelect, "payment">;
type Why = (typeof SUSPENSE)[number];

/**
 * Writes money down that a provider confirms, once for each of its transactions: into the wallet that asked for just
 * this, or whose account number it came to, or into suspense; what is paid by a reseller's own keys is theirs already, and
 * only said to be so. An order that was paid is so from the same moment on: one transaction, all of it or nothing. The
 * database refuses what does not agree. Part of verifying.
 * @param keysId the reseller's own keys by which it was asked for. What else comes to that account is no business of ours.
 * @returns whether it was new.
 */
export async function recordMoney(
  ctx: Ctx,
  provider: ProviderName,
  money: Money,
  keysId: number | null = null,
): Promise<boolean> {
  requireSystem(ctx);
  return inTransaction(ctx, async (tx) => {
    // Whoever verifies the same payment at the same time waits here, and then finds it paid.
    const [payment] = await tx.db
      .select()
      .from(payments)
      .where(
        and(eq(payments.provider, provider), eq(payments.reference, money.reference ?? ""), askedBy(keysId)),
      )
      .for("update");
    if (keysId !== null && !payment) return false;
    // And who pays or delivers the same order in another way, here.
    const [order] = payment?.orderId
      ? await tx.db.select().from(orders).where(eq(orders.id, payment.orderId)).for("update")
      : [];
    const account = payment ? undefined : await accountOf(tx, provider, money);
    const arrived = isTransfer(money) && !payment;
    const verdict = arrived
      ? judgeTransfer(account, money, await paymentSettings(tx))
      : judge(payment, money, order);
    const [written] = await tx.db.execute<{ id: string }>(
      write(tx, provider, money, { payment, account, verdict }),
    );
    if (written && order && "credited" in verdict) await noteOrder(tx, order);
    if (!written) await compare(tx, provider, money);
    return written !== undefined;
  });
}

/** The payments that were asked for by these keys: a reseller's own account says nothing of what is paid to the operator. */
export const askedBy = (keysId: number | null) =>
  keysId === null ? isNull(payments.keysId) : eq(payments.keysId, keysId);

async function noteOrder(ctx: Ctx, { id, resellerId, payment }: typeof orders.$inferSelect): Promise<void> {
  await ctx.db
    .update(orders)
    .set({
      payment: "received",
      paidAt: sql`now()`,
      changedAt: sql`now()`,
      reason: null,
      nextLookAt: sql`now()`,
    })
    .where(eq(orders.id, id));
  await record(ctx, {
    action: "order.paid",
    subject: "order",
    subjectId: id,
    resellerId,
    before: { payment },
    after: { payment: "received" },
  });
}

/** What becomes of money: so much of it is credited, or it waits in suspense for a reason. */
export function judge(
  payment: Payment | undefined,
  money: Money,
  order?: Order,
): { credited: Minor } | { why: Why } {
  if (!payment) return { why: "unknown_reference" };
  if (money.currency !== payment.currency) return { why: "other_currency" };
  if (payment.state === "paid") return { why: "doubled" };
  if (order?.payment === "received" || order?.payment === "refunded") return { why: "doubled" };
  if (money.gross < payment.amount) return { why: "under_paid" };
  if (money.gross > payment.amount) return { why: "over_paid" };
  if (money.paidAt > payment.expiresAt || order?.payment === "refused") return { why: "late" };
  if (payment.keysId !== null) return { credited: money.gross };
  return lessFee(money, payment.feeBearer);
}

function lessFee({ gross, fee }: Money, feeBearer: Payment["feeBearer"]): { credited: Minor } | { why: Why } {
  const kept = feeBearer === "house" ? 0n : fee;
  return kept === null || kept >= gross ? { why: "unclear_fee" } : { credited: gross - kept };
}

/** Whether it came to an account number rather than by a payment that was begun here. */
const isTransfer = ({ account, owner }: Money) => Boolean(account || owner);

/** The account that it came to, by its owner where the provider tells that. */
async function accountOf(ctx: Ctx, provider: ProviderName, { account, owner }: Money) {
  const [found] = await ctx.db
    .select({
      id: paymentAccounts.id,
      resellerId: paymentAccounts.resellerId,
      state: paymentAccounts.state,
      number: paymentAccounts.number,
      currency: paymentAccounts.currency,
      reseller: resellers.state,
    })
    .from(paymentAccounts)
    .innerJoin(resellers, eq(resellers.id, paymentAccounts.resellerId))
    .where(
      and(
        eq(paymentAccounts.provider, provider),
        owner ? eq(paymentAccounts.owner, owner) : eq(paymentAccounts.number, account ?? ""),
      ),
    );
  return found;
}
type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>;

/** What becomes of a transfer to an account number, by the operator's rules of now. */
function judgeTransfer(
  account: Account | undefined,
  money: Money,
  { least, feeBearer }: Pick<Awaited<ReturnType<typeof paymentSettings>>, "least" | "feeBearer">,
): { credited: Minor } | { why: Why } {
  if (!account?.number || (money.account && money.account !== account.number))
    return { why: "unknown_account" };
  if (account.state !== "open") return { why: "closed_account" };
  if (account.reseller === "closed") return { why: "closed_reseller" };
  if (money.currency !== account.currency) return { why: "other_currency" };
  if (money.gross < least) return { why: "below_least" };
  return lessFee(money, feeBearer);
}

interface Found {
  payment: typeof payments.$inferSelect | undefined;
  account: Account | undefined;
  verdict: ReturnType<typeof judge>;
}

function write(ctx: Ctx, provider: ProviderName, money: Money, { payment, account: to, verdict }: Found) {
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
        way, account, account_id, raw, state, why, reseller_id, credited, keys_id, next_check_at)
      values (${provider}, ${transaction}, ${payment?.id ?? null}, ${reference ?? null}, ${gross}, ${fee}, ${currency},
        ${paidAt.toISOString()}, ${way ?? null}, ${account ?? null}, ${to?.id ?? null}, ${raw}, ${state}, ${why},
        ${credited === null ? null : whose}::bigint, ${credited}::bigint,
        ${payment?.keysId ?? null}::bigint, ${own ? sql`null` : sql`now() + interval '1 day'`})
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

/** A provider that says something else of the same transaction than before: what was written first stands. */
async function compare(ctx: Ctx, provider: ProviderName, money: Money): Promise<void> {
  const rows = await ctx.db.execute(sql`
    select from provider_transactions where provider = ${provider} and transaction = ${money.transaction}
      and gross = ${money.gross} and currency = ${money.currency} and reference is not distinct from ${money.reference ?? null}`);
  if (rows.length === 0) log.error("payment.changed", { provider, transaction: money.transaction });
}
