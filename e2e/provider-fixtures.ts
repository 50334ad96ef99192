import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { test as base } from "./fixtures.ts";

/** A portal that has the keys of the payment providers' sandbox, and hears its webhooks. */
export const test = base.extend<object, { payments: PaymentsSandbox }>({
  payments: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const payments = await startPaymentProviders();
      await use(payments);
      await payments.close();
    },
    { scope: "worker" },
  ],
  variables: [({ payments }, use) => use(payments.variables), { scope: "worker" }],
  page: async ({ page, payments, stage, allow }, use) => {
    // The provider's page has no icon.
    allow(/favicon\.ico/);
    await payments.control.do("settings", { webhooks: `${stage.member.url}/api/payments` });
    await use(page);
  },
});
