import { afterAll } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { startPaymentProviders } from "#sandbox/payments/server";
import { startWebhookListener } from "./webhook-listener.ts";

/** Opens a scene with the providers' sandbox, which sends its webhooks to `inbox`; all are closed after the tests. */
export async function openProviderScene() {
  const inbox = await startWebhookListener();
  const settings = { notices: inbox.url, shopNotices: `${inbox.url}/shop` };
  const bank = await startPaymentProviders({ settings });
  afterAll(() => Promise.all([bank.close(), inbox.close()]));
  return { inbox, bank, at: await openScene(bank.variables) };
}
