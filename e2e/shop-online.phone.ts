import type { Page } from "playwright/test";
import { setKeys } from "#lib/payment/set-keys";
import { shopKey } from "#sandbox/payments/keys";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./providers.ts";
import { customerOrder, setUpShop } from "./shop.ts";

const noScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

test("a customer pays in a shop by its own key and sees the data arrive, no hand touching it", async ({
  page,
  people,
  stage,
}) => {
  const person = await people.reseller();
  const shop = await setUpShop(stage, person);
  await setKeys(shop.owner, { provider: "paystack", secretKey: shopKey });
  const { code } = await customerOrder(stage, shop);
  await page.goto(`/s/${shop.slug}/o/${code}`);
  await expectAccessible(page);
  await noScroll(page);
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
  await expect(page.getByRole("heading", { name: "Your payment is not seen yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go on paying with Paystack" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.getByText("You paid by Paystack.")).toBeVisible();
  await expectAccessible(page);
  await noScroll(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a customer pays through the operator; what fails goes back, and the order says how far it is", async ({
    page,
    people,
    stage,
    sandbox,
    payments,
  }) => {
    const person = await people.reseller();
    const shop = await setUpShop(stage, person);
    await stage.database.sql`update payment_settings set collect = true`;
    await stage.database.sql`update resellers set collects = true where id = ${person.id}`;
    const phone = "08039110022";
    await sandbox.order("fail", { phone });
    const { code } = await customerOrder(stage, shop, { phone });
    await page.goto(`/s/${shop.slug}/o/${code}`);
    const headline = async () => {
      await page.goto(`/s/${shop.slug}/o/${code}`);
      return page.getByRole("heading", { level: 1 }).textContent();
    };
    await page.getByRole("button", { name: /with Paystack$/ }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect.poll(headline).toBe("Your money is on its way back");
    const refund = async () =>
      (await payments.control.refunds()).find(({ payment }) => payment.email.startsWith("order-"));
    await expect.poll(refund).toBeDefined();
    await payments.control.do("settle-refund", { key: (await refund())?.key ?? "", state: "done" });
    await expect.poll(headline).toBe("Your money was sent back");
    await page.goto(`/s/${shop.slug}/o/${code}/receipt`);
    await expect(page.getByText("Sent back")).toBeVisible();
  });

  test("a reseller types a secret key once: the password that is asked for then completes it", async ({
    page,
    people,
    signIn,
    stage,
  }) => {
    const person = await people.reseller();
    await setUpShop(stage, person);
    await signIn(person);
    await stage.database.sql`update sessions set confirmed_at = null where account_id = ${person.id}`;
    await page.goto("/storefront/online");
    const form = page.locator("#keys-paystack");
    await form.locator("xpath=ancestor::details/summary").click();
    await form.getByLabel("Secret key").fill(shopKey);
    await form.getByRole("button", { name: "Try and keep" }).click();
    const password = form.getByLabel("Your password", { exact: true });
    await expect(password).toBeAttached();
    expect(await page.content()).not.toContain(shopKey);
    if (!(await password.isVisible())) await form.locator("xpath=ancestor::details/summary").click();
    await password.fill(person.password);
    await form.getByRole("button", { name: "Try and keep" }).click();
    await expect(page.getByText(`•••• ${shopKey.slice(-4)}`)).toBeVisible();
    expect(await stage.database.sql`select from provider_keys where reseller_id = ${person.id}`).toHaveLength(
      1,
    );
  });
});
