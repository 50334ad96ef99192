import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#bin/root";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { listProviders } from "./list-providers.ts";
import { paymentSettings } from "./payment-settings.ts";

const { at, provider, admin } = await openPaymentScene();
const list = () => listProviders(admin, provider.providers);

test("names the webhook address that is served", async () => {
  const [paystack] = await list();
  expect(paystack).toMatchObject({ name: "paystack", hasKeys: true });
  const { pathname } = new URL(paystack?.webhooks ?? "");
  expect(pathname).toBe("/api/payments/paystack/webhook");
  expect(existsSync(join(ROOT, "app", pathname.replace("paystack", "[provider]"), "route.ts"))).toBe(true);
});

test("offers a provider of dedicated accounts whose keys are set, and the one that gives them", async () => {
  const offered = async () =>
    (await list()).flatMap(({ name, givesAccounts }) => (givesAccounts ? name : []));
  expect(await offered()).toEqual(["paystack"]);
  await storeSettings(at.system.db, paymentSettings, { dedicatedAccountProvider: "monnify" });
  expect(await offered()).toEqual(["paystack", "monnify"]);
  const { ctx } = await at.reseller();
  await expect(listProviders(ctx)).rejects.toMatchObject({ code: "not_found" });
});

test("rejects a minimum above the maximum", async () => {
  const change = changeSettings(admin, paymentSettings, { minAmount: "900.01", maxAmount: "900" });
  await expect(change).rejects.toMatchObject({ issues: [{ path: ["maxAmount"] }] });
});
