import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { accounts } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { providerTransactions } from "#db/schema/payment";
import { requireAdmin } from "#lib/core/context";
import { defineList, type RowOf } from "#lib/core/list";
import { decimalText, groupedText } from "#lib/core/money";
import { SearchText } from "#lib/core/words";
import { providerLabel } from "./names.ts";

const p = alias(providerTransactions, "p");

/** Money that payers' banks took back, the newest payment first; amounts in its own currency. Admins only. */
export const chargeBackList = defineList({
  allow: requireAdmin,
  filter: {
    state: z.enum(["lost", "won"]),
    /** The provider's transaction, our reference, or a reseller's e-mail. */
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
        /** What left the wallet, in minor units; null where it was in none. */
        credited: p.credited,
        reversedAt: p.reversedAt,
        restoredAt: p.restoredAt,
        reseller: { id: accounts.id, name: accounts.name },
        /** What is in their wallet now. */
        wallet: wallets.wallet,
      })
      .from(p)
      .leftJoin(accounts, eq(accounts.id, p.resellerId))
      .leftJoin(wallets, eq(wallets.resellerId, p.resellerId))
      .where(
        and(
          sql`p.reversed_at is not null`,
          state && sql`(p.restored_at is not null) = ${state === "won"}`,
          q
            ? sql`(p.transaction = ${q} or p.reference = ${q}
                or p.reseller_id = (select id from accounts where lower(email) = lower(${q})))`
            : undefined,
          ...slice.conditions,
        ),
      )
      .orderBy(slice.orderBy)
      .limit(slice.limit);
    return slice.page(rows, ({ provider, ...row }) => ({
      ...row,
      provider: providerLabel(provider),
      paid: `${row.currency} ${groupedText(row.gross, row.currency)}`,
    }));
  },
  file: {
    name: "charge-backs",
    columns: {
      "taken back": ({ reversedAt }) => reversedAt,
      "given back": ({ restoredAt }) => restoredAt,
      provider: ({ provider }) => provider,
      transaction: ({ transaction }) => transaction,
      reference: ({ reference }) => reference,
      amount: ({ gross, currency }) => decimalText(gross, currency),
      currency: ({ currency }) => currency,
      "reseller id": ({ reseller }) => reseller?.id ?? null,
      reseller: ({ reseller }) => reseller?.name ?? null,
      "from the wallet": ({ credited }) => (credited === null ? null : decimalText(credited)),
    },
  },
});
export type ChargeBack = RowOf<typeof chargeBackList>;
