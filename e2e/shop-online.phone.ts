import type { Page } from "playwright/test";
import { formatMoney } from "#lib/core/money/money";
import { setProviderKeys } from "#lib/payment/keys/provider-keys";
import { paymentSettings } from "#lib/payment/payment-settings";
import { rejectOrder } from "#lib/shop/order/reject-order";
import { storeSettings } from "#lib/testing/store-settings";
import { SHOP_KEY } from "#sandbox/payments/keys";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./provider-fixtures.ts";
import { createTestShop, placeCustomerOrder } from "./test-shop.ts";

/** Not `innerWidth`: on a phone it grows with a page that is too wide. */
const expectNoScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );

test("delivers an order automatically that is paid with the shop's provider keys", async ({
  page,
  people,
  stage,
}) => {
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  await setProviderKeys(shop.owner, { provider: "paystack", secretKey: SHOP_KEY });
  const { code } = await placeCustomerOrder(stage, shop);
  await page.goto(`/s/${shop.slug}/o/${code}`);
  await expectAccessible(page);
  await expectNoScroll(page);
  // A page that is only asked for begins nothing: a crawler, a preview, the browser fetching ahead.
  const pay = `/s/${shop.slug}/o/${code}/pay?by=paystack`;
  for (const method of ["GET", "HEAD"])
    expect((await page.request.fetch(pay, { method, maxRedirects: 0 })).headers().location).toMatch(
      `/s/${shop.slug}/o/${code}`,
    );
  const begun = () => stage.database.sql`select from payments where reseller_id = ${person.id}`;
  expect(await begun()).toHaveLength(0);
  await page.getByRole("button", { name: /^Pay ₦.* now$/ }).click();
  // It was begun and is left: the order's page says honestly that nothing was seen.
  await expect(page.getByRole("heading", { name: /^Pay NGN/ })).toBeVisible();
  expect(await begun()).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/o/${code}$`));
  await page.goto(`/s/${shop.slug}/o/${code}`);
  await expect(page.getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continue with Paystack" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.getByText("Paid with Paystack.")).toBeVisible();
  await expectAccessible(page);
  await expectNoScroll(page);
});

test("shares the status of an order, which updates, without its price or address", { tag: "@prove" }, async ({
  page,
  people,
  stage,
}) => {
  const shop = await createTestShop(stage, await people.reseller());
  const { code, offer } = await placeCustomerOrder(stage, shop);
  await page.goto(`/s/${shop.slug}/o/${code}`);
  const share = page.getByRole("link", { name: "Share status" });
  const message = new URL((await share.getAttribute("href")) ?? "").searchParams.get("text") ?? "";
  const [status = ""] = /https?:\S+$/.exec(message) ?? [];
  await expectAccessible(page);
  await page.goto(status);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Awaiting payment");
  await expectAccessible(page);
  await expectNoScroll(page);
  expect(await page.content()).not.toContain(code);
  expect(await page.content()).not.toContain(formatMoney(offer.price));
  await rejectOrder(shop.owner, { code, reason: "closed today" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rejected");
  await expect(page.getByText("closed today")).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("refunds a failed order that is paid through the operator, and shows its progress", {
    tag: "@prove",
  }, async ({ page, people, stage, sandbox, payments }) => {
    const person = await people.reseller();
    const shop = await createTestShop(stage, person);
    await storeSettings(stage.database.systemCtx.db, paymentSettings, { collect: true });
    await stage.database.sql`update resellers set collects = true where id = ${person.id}`;
    const phone = "08039110022";
    await sandbox.order("fail", { phone });
    const { code } = await placeCustomerOrder(stage, shop, { phone });
    await page.goto(`/s/${shop.slug}/o/${code}`);
    await expect(page.getByText("No fee is added.")).toBeVisible();
    const headline = async () => {
      await page.goto(`/s/${shop.slug}/o/${code}`);
      return page.getByRole("heading", { level: 1 }).textContent();
    };
    await page.getByRole("button", { name: /^Pay ₦.* now$/ }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect.poll(headline).toBe("Refund in progress");
    const refund = async () =>
      (await payments.control.refunds()).find(({ payment }) => payment.email.startsWith("order-"));
    await expect.poll(refund).toBeDefined();
    await payments.control.do("settle-refund", { key: (await refund())?.key ?? "", state: "done" });
    await expect.poll(headline).toBe("Refund sent");
    await page.goto(`/s/${shop.slug}/o/${code}/receipt`);
    await expect(page.getByText("Refunded")).toBeVisible();
  });

  test("asks for the password after a secret key is entered, and then saves it without another entry", {
    tag: "@prove",
  }, async ({ page, people, signIn, stage }) => {
    const person = await people.reseller();
    await createTestShop(stage, person);
    await signIn(person);
    await stage.database.sql`update sessions set confirmed_at = null where account_id = ${person.id}`;
    await page.goto("/shop/details");
    const form = page.locator("#keys-paystack");
    await form.locator("xpath=ancestor::details/summary").click();
    await form.getByLabel("Secret key").fill(SHOP_KEY);
    await form.getByRole("button", { name: "Verify and save" }).click();
    const password = form.getByLabel("Your password", { exact: true });
    await expect(password).toBeAttached();
    expect(await page.content()).not.toContain(SHOP_KEY);
    if (!(await password.isVisible())) await form.locator("xpath=ancestor::details/summary").click();
    await password.fill(person.password);
    await form.getByRole("button", { name: "Verify and save" }).click();
    await expect(page.getByText(`•••• ${SHOP_KEY.slice(-4)}`)).toBeVisible();
    expect(await stage.database.sql`select from provider_keys where reseller_id = ${person.id}`).toHaveLength(
      1,
    );
  });
});
