import { afterAll, expect } from "vitest";
import { checkLedger } from "#lib/ledger/check-ledger";
import type { PaymentLookup } from "#lib/payment/providers/provider";
import { syncPayment } from "#lib/payment/sync-payment";
import { openScene } from "#lib/testing/open-scene";
import { startTestProvider } from "./test-provider.ts";

/** Opens a scene with a provider for the tests of a file, and closes both after them. */
export async function openPaymentScene() {
  const [at, provider] = await Promise.all([openScene(), startTestProvider()]);
  afterAll(() => provider.close());
  const verify = (lookup: PaymentLookup) => syncPayment(at.system, "paystack", lookup, provider.providers);
  const booksHold = async () => expect((await checkLedger(at.system)).findings).toEqual([]);
  return { at, provider, admin: await at.admin(), verify, booksHold };
}
