import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { payments } from "#db/schema/payment";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { estimateCredit } from "./fee/fee-rule.ts";
import { getFeeRules } from "./fee/fee-rules.ts";
import { paymentSettings } from "./payment-settings.ts";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import { findProviderName, PROVIDERS, providerLabel } from "./providers/providers.ts";

const p = alias(payments, "p");

/** The columns of a view of a payment, selected from `payments p`. Money in minor units. */
export const paymentColumns = {
  reference: p.reference,
  provider: p.provider,
  amount: p.amount,
  state: p.state,
  startedAt: p.startedAt,
  expiresAt: p.expiresAt,
  endedAt: p.endedAt,
  /** Credited to the wallet; null before that. */
  credited: sql`(select sum(credited)::bigint from provider_transactions where payment_id = p.id)`.mapWith(
    (value): Minor | null => (value === null ? null : BigInt(value)),
  ),
  /** Whether its payer's bank took it back, for now or for good. */
  chargedBack: sql<boolean>`exists (select from provider_transactions
    where payment_id = p.id and reversed_at is not null and restored_at is null)`,
};

const withProviderLabel = <T extends { provider: string }>({ provider, ...rest }: T) => ({
  ...rest,
  provider: providerLabel(provider),
});

/** The acting reseller's last ten payments online, newest first. */
export async function listPayments(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db
    .select(paymentColumns)
    .from(p)
    .where(and(eq(p.resellerId, id), eq(p.purpose, "wallet")))
    .orderBy(desc(p.id))
    .limit(10);
  return rows.map(withProviderLabel);
}
export type PaymentView = Awaited<ReturnType<typeof listPayments>>[number];

/** One of the acting reseller's own payments, with the provider's page while payable. @throws not_found */
export async function getPayment(ctx: Ctx, { reference }: { reference: string }) {
  const { id } = requireReseller(ctx);
  const [row] = await ctx.db
    .select({
      ...paymentColumns,
      feeBearer: p.feeBearer,
      page: sql<string | null>`case when p.state = 'started' and p.expires_at > now() then p.page end`,
    })
    .from(p)
    .where(and(eq(p.reference, reference), eq(p.resellerId, id), eq(p.purpose, "wallet")));
  if (!row) throw notFoundError("payment");
  const { feeBearer, ...payment } = row;
  const provider = findProviderName(row.provider);
  const rule = provider ? (await getFeeRules(ctx))(provider, "checkout") : null;
  return {
    ...withProviderLabel(payment),
    /** The fee and the credit that are expected, before it is paid; null when they aren't known. */
    estimate: estimateCredit(rule, row.amount, feeBearer),
  };
}

/**
 * Lists the providers that the acting reseller may pay with, and the limits in minor units. Providers without
 * keys or turned off are left out.
 */
export async function listPaymentMethods(ctx: Ctx, providers: Providers = getProviders()) {
  requireReseller(ctx);
  const [settings, findRule] = await Promise.all([readSettings(ctx, paymentSettings), getFeeRules(ctx)]);
  const on = [...providers.keys()].filter((name) => settings[name]);
  const { minAmount, maxAmount, feeBearer } = settings;
  return {
    providers: on.map((name) => ({
      name,
      label: PROVIDERS[name].label,
      /** The fee that is expected; null when it isn't known before. */
      rule: findRule(name, "checkout"),
    })),
    minAmount,
    maxAmount,
    feeBearer,
  };
}
