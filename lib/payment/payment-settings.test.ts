import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { getAdminPaymentSettings, getPaymentSettings, setPaymentSettings } from "./payment-settings.ts";

const { at, provider, admin } = await openPaymentScene();

/** Saves the form as it is shown while only Paystack has keys. */
async function save(change: { on?: "paystack"[] } = {}) {
  const { providers, version } = await getAdminPaymentSettings(admin, provider.providers);
  expect(providers.map(({ name }) => name)).toEqual(["paystack"]);
  await setPaymentSettings(admin, {
    on: ["paystack"],
    shown: ["paystack"],
    feeBearer: "operator",
    minAmount: "100.00",
    maxAmount: "900.00",
    version,
    reason: "the rules of this year",
    ...change,
  });
}

test("names the webhook address that is served", async () => {
  const { providers } = await getAdminPaymentSettings(admin, provider.providers);
  const { pathname } = new URL(providers[0]?.webhooks ?? "");
  expect(pathname).toBe("/api/payments/paystack/webhook");
  expect(existsSync(join(ROOT, "app", pathname.replace("paystack", "[provider]"), "route.ts"))).toBe(true);
});

test("leaves providers that the form did not show as they were", async () => {
  await at.system.db.execute(
    sql`update payment_settings set off = '{flutterwave}', dedicated_account_provider = 'monnify'`,
  );
  await save();
  expect(await getPaymentSettings(at.system)).toMatchObject({ off: ["flutterwave"], feeBearer: "operator" });
  await save({ on: [] });
  expect((await getPaymentSettings(at.system)).off.toSorted()).toEqual(["flutterwave", "paystack"]);
  await save();
  expect((await getPaymentSettings(at.system)).off).toEqual(["flutterwave"]);
});

test("offers the provider of dedicated accounts in the form, also when its keys are not set", async () => {
  const offered = async () =>
    (await getAdminPaymentSettings(admin, provider.providers)).accountProviders.map(({ name }) => name);
  await at.system.db.execute(sql`update payment_settings set dedicated_account_provider = 'monnify'`);
  expect(await offered()).toEqual(["paystack", "monnify"]);
  await at.system.db.execute(sql`update payment_settings set dedicated_account_provider = null`);
  expect(await offered()).toEqual(["paystack"]);
});
