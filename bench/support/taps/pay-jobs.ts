import { nextTestPhone } from "#e2e/test-purchases";
import { createTestShop } from "#e2e/test-shop";
import { paymentSettings } from "#lib/payment/payment-settings";
import { storeSettings } from "#lib/testing/store-settings";
import { startPaymentProviders } from "#sandbox/payments/server";
import { openSlowWindow } from "../slow-phone.ts";
import type { JobPlace, Jobs } from "./job.ts";

/** A reseller's top-up, and a customer's order in a shop without script, both paid on a provider's page. */
export async function openPayJobs({ system, browser }: JobPlace): Promise<Jobs> {
  const providers = await startPaymentProviders();
  const { url } = await system.start({ env: providers.variables });
  await providers.control.do("settings", { webhooks: `${url}/api/payments` });
  const person = await system.people.reseller();
  const shop = await createTestShop(system, person);
  await storeSettings(system.database.systemCtx.db, paymentSettings, { collect: true });
  await system.database.sql`update resellers set collects = true where id = ${person.id}`;
  const reseller = await openSlowWindow(browser, { url, cookie: await system.cookie(person) });
  const customer = await openSlowWindow(browser, { url, javaScriptEnabled: false });
  return {
    list: [
      {
        name: "top up",
        run: () =>
          reseller.measure("/wallet", async ({ page, tap, type }) => {
            await tap(page.getByRole("link", { name: "Top up wallet" }).first());
            await tap(page.locator("#online").getByLabel("Amount"));
            await type("5000");
            await tap(page.getByRole("button", { name: "Continue to payment" }));
            await tap(page.getByRole("button", { name: "Pay", exact: true }));
            await page.getByText("Wallet credited").waitFor();
          }),
      },
      {
        name: "order and pay in a shop",
        run: () =>
          customer.measure(`/s/${shop.slug}`, async ({ page, tap, type }) => {
            await tap(page.locator("a[href*='/order?plan=']").first());
            await tap(page.getByLabel(/number gets the data/));
            await type(nextTestPhone());
            await tap(page.getByRole("button", { name: "Continue" }));
            await tap(page.getByRole("button", { name: /^Order for/ }));
            await tap(page.getByRole("button", { name: /^Pay ₦.* now$/ }));
            await tap(page.getByRole("button", { name: "Pay", exact: true }));
            await page.getByText(/^Paid with/).waitFor();
          }),
      },
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([reseller.close(), customer.close(), providers.close()]);
    },
  };
}
