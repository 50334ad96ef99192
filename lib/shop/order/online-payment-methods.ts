import { eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { resellers } from "#db/schema/account";
import { type orders, shops } from "#db/schema/shop";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { listResellerProviders } from "#lib/payment/keys/reseller-providers";
import { paymentSettings } from "#lib/payment/payment-settings";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import type { ProviderName } from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";

type Order = typeof orders.$inferSelect;

export interface OnlinePaymentMethod {
  name: ProviderName;
  label: string;
  providers: Providers;
  /** The reseller's provider keys; null where it is paid to the operator, who credits the reseller. */
  keysId: number | null;
}

/**
 * Lists the providers that take payments of a reseller's orders now: by the reseller's provider keys, or else
 * by operator collection, where it is on for all and for this reseller and the price is within the operator's
 * limits. The caller checks rights.
 */
export async function listOnlinePaymentMethods(
  ctx: Ctx,
  { resellerId, price }: Pick<Order, "resellerId" | "price">,
  providers: Providers = getProviders(),
): Promise<OnlinePaymentMethod[]> {
  const resellerProviders = await listResellerProviders(ctx, resellerId);
  if (resellerProviders.length > 0)
    return resellerProviders.map((provider) => ({ ...provider, label: PROVIDERS[provider.name].label }));
  const { collects, settings } = await getCollectionSettings(ctx, resellerId);
  if (!collects || price < settings.minAmount || price > settings.maxAmount) return [];
  const names = [...providers.keys()].filter((name) => settings[name]);
  return names.map((name) => ({ name, label: PROVIDERS[name].label, providers, keysId: null }));
}

async function getCollectionSettings(ctx: Ctx, resellerId: number) {
  const [settings, [reseller]] = await Promise.all([
    readSettings(ctx, paymentSettings),
    ctx.db.select({ collects: resellers.collects }).from(resellers).where(eq(resellers.id, resellerId)),
  ]);
  return { settings, collects: settings.collect && reseller?.collects === true };
}

/** Returns whether customers of the acting reseller's shop may pay through the operator. */
export async function isOperatorCollecting(ctx: Ctx): Promise<boolean> {
  const { collects, settings } = await getCollectionSettings(ctx, requireReseller(ctx).id);
  return collects && [...getProviders().keys()].some((name) => settings[name]);
}

/** The condition that an order, joined with its shop, can be paid online now if there is a method. */
export const isPayableOnline = (order: Record<"payment" | "payBy" | "resellerId", AnyPgColumn>) =>
  sql<boolean>`${order.payment} = 'awaiting' and ${order.payBy} > now()
    and ${shops.closedBy} is distinct from 'admin'
    and exists (
      select
      from (${selectSellers()}) seller
      where seller.id = ${order.resellerId} and seller.may_sell)`;
