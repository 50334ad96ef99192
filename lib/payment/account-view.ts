import { and, desc, eq, sql } from "drizzle-orm";
import { providerTransactions, paymentAccounts as table } from "#db/schema/payment";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney, groupedText } from "#lib/core/money";
import { configured, type Providers } from "./configured.ts";
import { PROVIDER_NAMES, providerLabel } from "./names.ts";
import { accountProvider } from "./open-account.ts";
import { paymentSettings } from "./settings.ts";

/**
 * The acting reseller's account numbers, the last five transfers to them, and what a provider demands that offers them
 * one. Amounts in minor units; `least` is the least that a transfer may be.
 */
export async function ownAccounts(ctx: Ctx, using: Providers = configured()) {
  const { id } = requireReseller(ctx);
  const { least, feeBearer } = await paymentSettings(ctx);
  const provider = await accountProvider(ctx, using);
  const rows = await ctx.db.select().from(table).where(eq(table.resellerId, id)).orderBy(table.id);
  const accounts = rows.map(({ id, state, provider, number, bank, holder }) => ({
    ...{ id, state, number, bank, holder },
    provider: providerLabel(provider),
  }));
  const asked = rows.find((row) => row.provider === provider?.name);
  const offer = provider &&
    (!asked || asked.state === "refused") && {
      provider: PROVIDER_NAMES[provider.name],
      demands: provider.demands,
    };
  return {
    ...{ least, feeBearer },
    accounts: accounts.filter(({ state }) => state !== "refused"),
    offer: offer || null,
    transfers: rows.length === 0 ? [] : await lastTransfers(ctx, id),
  };
}
export type OwnAccounts = Awaited<ReturnType<typeof ownAccounts>>;

async function lastTransfers(ctx: Ctx, resellerId: number) {
  const { id, gross, currency, credited, state, why, paidAt, reversedAt, restoredAt } = providerTransactions;
  const rows = await ctx.db
    .select({
      ...{ id, gross, currency, credited, why, paidAt, reversedAt, restoredAt },
      // What comes to an account number is never paid by keys of the reseller's own.
      state: sql<Exclude<(typeof state)["_"]["data"], "direct" | "odd">>`${state}`,
    })
    .from(providerTransactions)
    .innerJoin(table, eq(table.id, providerTransactions.accountId))
    .where(and(eq(table.resellerId, resellerId)))
    .orderBy(desc(id))
    .limit(5);
  return rows.map(({ gross, currency, reversedAt, restoredAt, ...row }) => ({
    ...row,
    paid: currency === env().CURRENCY ? formatMoney(gross) : `${currency} ${groupedText(gross, currency)}`,
    takenBack: reversedAt !== null && restoredAt === null,
  }));
}
