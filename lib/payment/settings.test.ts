import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { paymentRules, paymentSettings, setPaymentRules } from "./settings.ts";
import { startTestProvider, type TestProvider } from "./testing/test-provider.ts";

let at: Scene;
let admin: Ctx;
let provider: TestProvider;

beforeAll(async () => {
  [at, provider] = await Promise.all([scene(), startTestProvider()]);
  admin = await at.admin();
});
afterAll(async () => {
  await provider.close();
  await at.close();
});

/** Saves the form as it is shown while only Paystack has keys. */
async function save(change: { on?: "paystack"[] } = {}) {
  const { providers, version } = await paymentRules(admin, provider.using);
  expect(providers.map(({ name }) => name)).toEqual(["paystack"]);
  await setPaymentRules(admin, {
    ...{ on: ["paystack"], shown: ["paystack"], feeBearer: "house", least: "100.00", most: "900.00" },
    ...{ version, reason: "the rules of this year", ...change },
  });
}

test("leaves providers that the form did not show as they were", async () => {
  await at.system.db.execute(sql`update payment_settings set off = '{flutterwave}', accounts_by = 'monnify'`);
  await save();
  expect(await paymentSettings(at.system)).toMatchObject({ off: ["flutterwave"], feeBearer: "house" });
  await save({ on: [] });
  expect((await paymentSettings(at.system)).off.toSorted()).toEqual(["flutterwave", "paystack"]);
  await save();
  expect((await paymentSettings(at.system)).off).toEqual(["flutterwave"]);
});

test("offers the provider of dedicated accounts in the form, also when its keys are not set", async () => {
  const offered = async () =>
    (await paymentRules(admin, provider.using)).accountProviders.map(({ name }) => name);
  await at.system.db.execute(sql`update payment_settings set accounts_by = 'monnify'`);
  expect(await offered()).toEqual(["paystack", "monnify"]);
  await at.system.db.execute(sql`update payment_settings set accounts_by = null`);
  expect(await offered()).toEqual(["paystack"]);
});
