import { sql } from "drizzle-orm";
import { afterAll, expect } from "vitest";
import type { Ctx } from "#lib/core/context";
import { checkLedger } from "#lib/ledger/check-ledger";
import type { ProviderName } from "#lib/payment/providers/provider";
import { startFunding } from "#lib/payment/start-funding";
import { syncPayment } from "#lib/payment/sync-payment";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import { openScene } from "#lib/testing/open-scene";
import { startPaymentProviders } from "#sandbox/payments/server";
import { startWebhookListener } from "./webhook-listener.ts";

/** Opens a scene with the providers' sandbox, which sends its webhooks to `inbox`; all are closed after the tests. */
export async function openProviderScene() {
  const inbox = await startWebhookListener();
  const settings = { webhooks: inbox.url, shopWebhooks: `${inbox.url}/shop` };
  const bank = await startPaymentProviders({ settings });
  afterAll(() => Promise.all([bank.close(), inbox.close()]));
  const at = await openScene(bank.variables);
  let made = 0;

  const makeRefundsDue = () =>
    at.system.db.execute(
      sql`update payment_refunds set next_attempt_at = now() where next_attempt_at is not null`,
    );
  return {
    inbox,
    bank,
    at,
    makeRefundsDue,
    booksHold: async () => expect((await checkLedger(at.system)).findings).toEqual([]),
    /** Processes every refund that waits, without its wait. */
    async follow() {
      await makeRefundsDue();
      await runPaymentLanes(at.system);
    },
    /** A reseller's money in suspense, under-paid at a provider: its number. */
    async suspended(ctx: Ctx, provider: ProviderName): Promise<number> {
      made += 1;
      const { reference } = await startFunding(ctx, { ref: `suspended-${made}`, amount: "5,000", provider });
      await bank.control.do("pay", { provider, reference, amount: 400_000n });
      await syncPayment(at.system, provider, { reference });
      const [money] = await at.system.db.execute<{ id: string }>(
        sql`select max(id) as id from provider_transactions`,
      );
      return Number(money?.id);
    },
  };
}

/** A received webhook, as a request to the portal. */
export const toWebhookRequest = (webhook: { raw: Uint8Array; headers: Headers } | undefined) =>
  new Request("http://x/", {
    method: "POST",
    body: Buffer.from(webhook?.raw ?? []),
    headers: webhook?.headers ?? new Headers(),
  });
