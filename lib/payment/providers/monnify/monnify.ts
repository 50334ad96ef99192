import type { ProviderKeys, ProviderOptions } from "#lib/payment/providers/descriptor";
import type { Provider } from "#lib/payment/providers/provider";
import { createMonnifyClient, NAME } from "./client.ts";
import { listSettlements } from "./list-settlements.ts";
import { listTransfers } from "./list-transfers.ts";
import { openAccount } from "./open-account.ts";
import { readWebhook } from "./read-webhook.ts";
import { getRefund, refund } from "./refund.ts";
import { startPayment } from "./start-payment.ts";
import { verify } from "./verify.ts";

export function createMonnify(keys: ProviderKeys, options: ProviderOptions): Provider {
  const client = createMonnifyClient(keys, options);
  return {
    name: NAME,
    startPayment: startPayment(client),
    openAccount: openAccount(client),
    verify: verify(client),
    listTransfers: listTransfers(client),
    refund: refund(client),
    getRefund: getRefund(client),
    listSettlements: listSettlements(client),
    readWebhook: readWebhook(keys, options.previous),
  };
}
