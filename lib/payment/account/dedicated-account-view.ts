import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { decodeRow, prepareQuery } from "#db/prepare-query";
import { providerTransactions, dedicatedAccounts as table } from "#db/schema/payment";
import { getSignUpPhone } from "#lib/account/sign-up/sign-up";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { formatFeeRule, getFeeRules } from "#lib/payment/fee/fee-rules";
import { paymentSettings } from "#lib/payment/payment-settings";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import { findProviderName, PROVIDERS, providerLabel } from "#lib/payment/providers/providers";
import { findAccountProvider } from "./request-dedicated-account.ts";

/**
 * The acting reseller's account numbers, the last five transfers to them, and what a provider demands that
 * offers them one. Amounts in minor units; `least` is the least that a transfer may be.
 */
export async function getDedicatedAccounts(ctx: Ctx, providers: Providers = getProviders()) {
  const { id } = requireReseller(ctx);
  const [settings, findRule, found] = await Promise.all([
    readSettings(ctx, paymentSettings),
    getFeeRules(ctx),
    selectAccounts(ctx.db, { id }),
  ]);
  const { minAmount, feeBearer } = settings;
  const provider = findAccountProvider(settings, providers);
  const rows = found.map((row) => decodeRow<typeof table.$inferSelect>(getTableColumns(table), row));
  const accounts = rows.map(({ id, state, provider, number, bank, holder }) => ({
    id,
    state,
    number,
    bank,
    holder,
    provider: providerLabel(provider),
    /** Its fee in words; null when it isn't known before a transfer. */
    fee: formatAccountFee(findRule, provider),
  }));
  const requested = rows.find((row) => row.provider === provider?.name);
  const offer = provider &&
    (!requested || requested.state === "rejected") && {
      provider: PROVIDERS[provider.name].label,
      identityKinds: PROVIDERS[provider.name].dedicatedAccounts?.identityKinds ?? [],
      /** Known from sign-up; null also after a rejection, which it may have caused. */
      phone: requested ? null : await getSignUpPhone(ctx),
    };
  return {
    minAmount,
    feeBearer,
    accounts: accounts.filter(({ state }) => state !== "rejected"),
    offer: offer || null,
    transfers: rows.length === 0 ? [] : await listRecentTransfers(ctx, id),
  };
}

/** An account number that is open, as home shows it. */
export type OpenAccount = z.output<typeof OpenAccount>;
export const OpenAccount = z.object({ number: z.string(), bank: z.string(), holder: z.string() });

/** Selects the first open account of a reseller, or null. */
export const openAccountOf = (resellerId: SQL): SQL => sql`(
  select jsonb_build_object('number', number, 'bank', bank, 'holder', holder)
  from ${table}
  where reseller_id = ${resellerId} and state = 'open'
  order by id
  limit 1)`;

const selectAccounts = prepareQuery<{ id: number }>(
  ({ id }) => sql`select * from ${table} where reseller_id = ${id} order by id`,
);

export type DedicatedAccountsView = Awaited<ReturnType<typeof getDedicatedAccounts>>;

function formatAccountFee(
  findRule: Awaited<ReturnType<typeof getFeeRules>>,
  provider: string,
): string | null {
  const name = findProviderName(provider);
  const rule = name ? findRule(name, "account") : null;
  return rule && formatFeeRule(rule);
}

async function listRecentTransfers(ctx: Ctx, resellerId: number) {
  const { id, gross, currency, credited, state, suspenseReason, paidAt, reversedAt, restoredAt } =
    providerTransactions;
  const rows = await ctx.db
    .select({
      id,
      gross,
      currency,
      credited,
      suspenseReason,
      paidAt,
      reversedAt,
      restoredAt,
      // A transfer to a dedicated account is never paid by provider keys of the reseller.
      state: sql<Exclude<(typeof state)["_"]["data"], "direct" | "unmatched">>`${state}`,
    })
    .from(providerTransactions)
    .innerJoin(table, eq(table.id, providerTransactions.accountId))
    .where(and(eq(table.resellerId, resellerId)))
    .orderBy(desc(id))
    .limit(5);
  return rows.map(({ gross, currency, reversedAt, restoredAt, ...row }) => ({
    ...row,
    paid: formatMoney(gross, currency),
    chargedBack: reversedAt !== null && restoredAt === null,
  }));
}
