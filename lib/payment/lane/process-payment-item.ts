import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { getProviderByKeys } from "#lib/payment/keys/reseller-providers";
import type { Providers } from "#lib/payment/providers/configured-providers";
import {
  ignoreUnclear,
  type PaymentLookup,
  PaymentUnclear,
  type VerifiedPayment,
} from "#lib/payment/providers/provider";
import { processRefund } from "#lib/payment/refund/process-refunds";
import { syncPayment } from "#lib/payment/sync-payment";
import type { ItemSource, PaymentItem } from "./claim-payment-items.ts";

const MAX_WEBHOOK_ATTEMPTS = 8;

/**
 * Asks the provider about a claimed item and records its response.
 * @throws PaymentUnclear when the response isn't clear
 */
export async function processPaymentItem(ctx: Ctx, item: PaymentItem, providers: Providers): Promise<void> {
  switch (item.kind) {
    case "refund": {
      const reason = await processRefund(ctx, item.refund, providers);
      if (reason !== undefined) throw new PaymentUnclear(item.provider, reason);
      return;
    }
    case "webhook":
      return processWebhook(ctx, item, providers);
    case "payment":
      await syncItem(ctx, item, { reference: item.reference }, providers);
      return;
    case "transaction":
      await syncItem(ctx, item, { transaction: item.transaction }, providers);
  }
}

/** Ends when the payment has a final state, names nothing, or was asked about eight times. */
async function processWebhook(
  ctx: Ctx,
  webhook: Extract<PaymentItem, { kind: "webhook" }>,
  providers: Providers,
): Promise<void> {
  const { id, transaction, reference, attempts } = webhook;
  // The transaction first: two transactions under one reference are separate money.
  const byTransaction =
    transaction !== null && (await ignoreUnclear(syncItem(ctx, webhook, { transaction }, providers)));
  const state =
    byTransaction !== "paid" && reference !== null
      ? await syncItem(ctx, webhook, { reference }, providers)
      : byTransaction;
  if (state === undefined) throw new PaymentUnclear(webhook.provider, "the state of the payment is unknown");
  const isFinal = state === "paid" || state === "failed" || state === "reversed";
  if (isFinal || state === false || attempts >= MAX_WEBHOOK_ATTEMPTS)
    await ctx.db.execute(
      sql`
        update provider_webhooks
        set handled_at = now(), next_attempt_at = null
        where id = ${id} and handled_at is null`,
    );
}

async function syncItem(
  ctx: Ctx,
  { provider, keysId }: ItemSource,
  lookup: PaymentLookup,
  providers: Providers,
): Promise<VerifiedPayment["state"]> {
  if (keysId === null) return syncPayment(ctx, provider, lookup, providers);
  const reseller = await getProviderByKeys(ctx, keysId);
  if (!reseller) throw new PaymentUnclear(provider, "its keys were removed");
  return syncPayment(ctx, provider, lookup, reseller.providers, reseller.keysId);
}
