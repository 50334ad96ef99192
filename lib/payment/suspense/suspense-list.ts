import { and, eq, inArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "#db/schema/account";
import { dedicatedAccounts, paymentRefunds, payments, providerTransactions } from "#db/schema/payment";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal, formatMoney } from "#lib/core/money/money";

const p = alias(providerTransactions, "p");
/** Its payer's bank did not take it back. */
const notChargedBack = sql`(reversed_at is null or restored_at is not null)`;

/** Confirmed money that isn't in a wallet, oldest first; amounts in its own currency. Admins only. */
export const suspenseList = defineList({
  allow: requireAdmin,
  filter: {},
  order: "oldest",
  pageSize: 25,
  read: async (ctx, _filter, slice) => {
    const rows = await ctx.db
      .select({
        id: p.id,
        state: p.state,
        provider: p.provider,
        transaction: p.transaction,
        reference: p.reference,
        gross: p.gross,
        fee: p.fee,
        currency: p.currency,
        suspenseReason: p.suspenseReason,
        paidAt: p.paidAt,
        /** The amount and reseller of its payment; null when the payment is unknown. */
        requested: payments.amount,
        requestedCurrency: payments.currency,
        reseller: { id: accounts.id, name: accounts.name, email: accounts.email },
        /** The last refund that its provider was asked for. */
        refund: {
          state: paymentRefunds.state,
          problem: paymentRefunds.problem,
          changedAt: paymentRefunds.changedAt,
        },
      })
      .from(p)
      .leftJoin(payments, eq(payments.id, p.paymentId))
      .leftJoin(dedicatedAccounts, eq(dedicatedAccounts.id, p.accountId))
      .leftJoin(
        accounts,
        sql`${accounts.id} = coalesce(${payments.resellerId}, ${dedicatedAccounts.resellerId})`,
      )
      .leftJoin(
        paymentRefunds,
        sql`${paymentRefunds.id} = (select max(id) from payment_refunds where transaction_id = p.id)`,
      )
      .where(and(inArray(p.state, ["suspense", "refunding"]), notChargedBack, ...slice.conditions))
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ requested, requestedCurrency, ...row }) => ({
      ...row,
      paid: formatMoney(row.gross, row.currency),
      requested: requested === null ? null : formatMoney(requested, requestedCurrency ?? undefined),
    }));
  },
  file: {
    name: "suspense",
    columns: {
      number: ({ id }) => id,
      paid: ({ paidAt }) => paidAt,
      provider: ({ provider }) => provider,
      transaction: ({ transaction }) => transaction,
      reference: ({ reference }) => reference,
      amount: ({ gross, currency }) => formatDecimal(gross, currency),
      fee: ({ fee, currency }) => (fee === null ? null : formatDecimal(fee, currency)),
      currency: ({ currency }) => currency,
      reason: ({ suspenseReason }) => suspenseReason,
      reseller: ({ reseller }) => reseller?.name ?? null,
      refund: ({ refund }) => refund?.state ?? null,
    },
  },
});
export type SuspenseItem = RowOf<typeof suspenseList>;

/** How many such sums an admin has to do something about. Admins only. */
export async function countSuspense(ctx: Ctx): Promise<number> {
  requireAdmin(ctx);
  const stuck = sql`exists (select from payment_refunds r
    where r.transaction_id = ${providerTransactions.id} and r.state = 'attention')`;
  const waits = and(eq(providerTransactions.state, "suspense"), notChargedBack);
  return ctx.db.$count(
    providerTransactions,
    or(waits, and(eq(providerTransactions.state, "refunding"), stuck)),
  );
}
