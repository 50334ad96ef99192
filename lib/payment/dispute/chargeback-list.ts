import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { paymentDisputes, providerTransactions } from "#db/schema/payment";
import { wallets } from "#db/schema/wallet";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list/list";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { SearchText } from "#lib/core/text/single-line-text";
import { PROVIDERS, parseProviderName, providerLabel } from "#lib/payment/providers/providers";

const p = alias(providerTransactions, "p");
/** The last dispute about it. */
const d = alias(paymentDisputes, "d");

const STATE_CONDITIONS = {
  open: sql`d.state = 'open'`,
  lost: sql`p.reversed_at is not null and p.restored_at is null`,
  part: sql`p.lost > 0`,
  won: sql`(p.restored_at is not null or d.state = 'won' and p.reversed_at is null)`,
};

/** Money that payers' banks asked or took back, newest first, in its own currency. Admins only. */
export const chargebackList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["open", "lost", "part", "won"]),
    /** The provider's transaction, our reference, or a reseller's email. */
    q: SearchText,
  },
  pageSize: 50,
  read: async (ctx, { state, q }, slice) => {
    const rows = await ctx.db
      .select({
        id: p.id,
        provider: p.provider,
        transaction: p.transaction,
        reference: p.reference,
        gross: p.gross,
        currency: p.currency,
        /** Debited from the wallet, in minor units; null for money that was in none. */
        credited: p.credited,
        reversedAt: p.reversedAt,
        restoredAt: p.restoredAt,
        /** The amount of a dispute that was partly lost. */
        lost: p.lost,
        dispute: { state: d.state, amount: d.amount, dueAt: d.dueAt },
        reseller: { id: accounts.id, name: accounts.name },
        wallet: wallets.wallet,
      })
      .from(p)
      .leftJoin(accounts, eq(accounts.id, p.resellerId))
      .leftJoin(wallets, eq(wallets.resellerId, p.resellerId))
      .leftJoin(d, eq(d.id, sql`(select max(id) from payment_disputes where transaction_id = ${p.id})`))
      .where(
        and(
          sql`p.id in (select id from provider_transactions where reversed_at is not null
            union select transaction_id from payment_disputes)`,
          state && STATE_CONDITIONS[state],
          q
            ? sql`(p.transaction = ${q} or p.reference = ${q}
                or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
            : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ provider, dispute, ...row }) => ({
      ...row,
      dispute: dispute && {
        ...dispute,
        wanted: formatMoney(dispute.amount, row.currency),
        evidence: PROVIDERS[parseProviderName(provider)].disputesUrl ?? null,
      },
      provider: providerLabel(provider),
      paid: formatMoney(row.gross, row.currency),
    }));
  },
  file: {
    name: "chargebacks",
    columns: {
      dispute: ({ dispute }) => dispute?.state ?? null,
      "evidence until": ({ dispute }) => dispute?.dueAt ?? null,
      "lost in part": ({ lost, currency }) => (lost === 0n ? null : formatDecimal(lost, currency)),
      "charged back at": ({ reversedAt }) => reversedAt,
      "won at": ({ restoredAt }) => restoredAt,
      provider: ({ provider }) => provider,
      transaction: ({ transaction }) => transaction,
      reference: ({ reference }) => reference,
      amount: ({ gross, currency }) => formatDecimal(gross, currency),
      currency: ({ currency }) => currency,
      "reseller id": ({ reseller }) => reseller?.id ?? null,
      reseller: ({ reseller }) => reseller?.name ?? null,
      "from the wallet": ({ credited }) => (credited === null ? null : formatDecimal(credited)),
    },
  },
});
export type Chargeback = RowOf<typeof chargebackList>;
