import { sql } from "drizzle-orm";
import { type Ctx, requireSystem } from "#lib/core/context";
import { log } from "#lib/core/log";
import type { ProviderName } from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { moveParts } from "./move-parts.ts";
import { isChargedBack } from "./read-chargeback.ts";

/**
 * Records a chargeback, once: takes the money from the wallet that got it, below zero if need be, or from
 * suspense. A refund that we requested isn't one. If an admin refunded it from another account, the operator
 * bears the loss and a discrepancy is recorded.
 */
export async function recordChargeback(ctx: Ctx, provider: ProviderName, transaction: string): Promise<void> {
  requireSystem(ctx);
  const done = await moveParts(ctx, provider, transaction, {
    transfer: "charge_back",
    step: "reversed",
    action: "money.charged_back",
    reason: `Chargeback by the payer’s bank at ${PROVIDERS[provider].label}: ${transaction}`,
    set: sql`reversed_at = now()`,
    where: sql`reversed_at is null
      and (state in ('credited', 'assigned', 'suspense') or state = 'refunded' and exists (
        select
        from operator_entries h
        where h.transaction_id = provider_transactions.id
          and h.step = 'refunded' and h.account = 'outside'))`,
    sign: sql`-1`,
  });
  if (done) log.warn("payment.charged_back", { provider, transaction });
  else if (await isChargedBack(ctx, provider, transaction, { andGivenBack: true }))
    log.error("payment.charged_back_again", { provider, transaction });
}

/**
 * Records a won chargeback, once: returns the money to where it was taken from. An order that waited for it
 * continues; if the order was refunded meanwhile, the money is passed to the customer.
 */
export async function recordChargebackWon(
  ctx: Ctx,
  provider: ProviderName,
  transaction: string,
): Promise<void> {
  requireSystem(ctx);
  await moveParts(ctx, provider, transaction, {
    transfer: "charge_back_won",
    step: "restored",
    action: "money.charge_back_won",
    reason: `${PROVIDERS[provider].label} confirmed the payment again: ${transaction}`,
    set: sql`restored_at = now()`,
    where: sql`reversed_at is not null and restored_at is null`,
    sign: sql`1`,
  });
}
