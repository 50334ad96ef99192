import { sql } from "drizzle-orm";
import type { Page } from "playwright/test";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./provider-fixtures.ts";

/** Opens the provider's page from the wallet. */
async function startOnlinePayment(page: Page, amount: string, next = ""): Promise<void> {
  await page.goto(next ? `/wallet/fund?${new URLSearchParams({ next })}` : "/wallet/fund");
  const form = page.locator("#online");
  await form.getByLabel("Amount").fill(amount);
  await form.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("link", { name: /^Pay ₦/ }).click();
  await expect(page.getByRole("heading", { name: /^Pay NGN/ })).toBeVisible();
}

test("credits the wallet after a payment on the provider's page", async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  await page.locator("#online").getByLabel("Amount").fill("50");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText("At least ₦100.00.")).toBeVisible();
  await startOnlinePayment(page, "5,000");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Wallet credited")).toBeVisible();
  await expect(page.getByText("₦4,825.00").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto("/wallet");
  await expect(page.getByText("Online payments").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Statement" })).toContainText("+₦4,825.00");
});

test("shows a transfer to a dedicated account without a reload", async ({
  page,
  payments,
  people,
  signIn,
  stage,
}) => {
  await stage.database.systemCtx.db.execute(
    sql`update payment_settings set dedicated_account_provider = 'monnify'`,
  );
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet");
  await page.getByRole("link", { name: "Get dedicated account" }).click();
  await page.getByLabel("Your phone number").fill("0803 123 4567");
  await page.getByLabel("BVN or NIN (11 digits)").fill("2211234567");
  await page.getByRole("button", { name: "Get dedicated account" }).click();
  await expect(page.getByText("Enter all 11 digits.")).toBeVisible();
  // The inputs come back, except the BVN or NIN.
  await expect(page.getByLabel("Your phone number")).toHaveValue("0803 123 4567");
  await expect(page.getByLabel("BVN or NIN (11 digits)")).toHaveValue("");
  await expectAccessible(page);
  await page.getByLabel("BVN or NIN (11 digits)").fill("22112345678");
  await page.getByRole("button", { name: "Get dedicated account" }).click();
  const number = page.getByText(/^9\d{9}$/);
  await expect(number).toBeVisible();
  await expectAccessible(page);
  await payments.control.do("transfer", { number: (await number.textContent()) ?? "", amount: 500_000n });
  await expect(page.getByText("Credited", { exact: true })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("table", { name: "Statement" })).toContainText("+₦4,925.00");
});

test("shows a payment as pending until it is confirmed, then updates automatically", {
  tag: "@prove",
}, async ({ page, payments, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await startOnlinePayment(page, "2,000", "/buy?from=here");
  await page.getByRole("button", { name: "Pay, and let it be pending" }).click();
  await expect(page.getByText("Awaiting payment").first()).toBeVisible();
  await expectAccessible(page);
  const reference = /payments\/(\w+)/.exec(page.url())?.[1] ?? "";
  await payments.control.do("settle", { provider: "paystack", reference });
  await expect(page.getByText("Wallet credited")).toBeVisible();
  const back = page.getByRole("link", { name: "Back to purchase" }).first();
  await expect(back).toHaveAttribute("href", "/buy?from=here");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("credits a payment, and leaves a payment of another amount to an admin", async ({
    page,
    people,
    signIn,
    context,
    stage,
  }) => {
    await signIn(await people.reseller({ money: 0n }));
    await startOnlinePayment(page, "1,000");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("Wallet credited")).toBeVisible();
    await startOnlinePayment(page, "3,000");
    await page.getByLabel("Amount").fill("2500.00");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("Payment received, but it doesn’t match the amount requested")).toBeVisible();
    await context.clearCookies();
    await people.signIn(context, await people.admin(), stage.member.url);
    await page.goto("/admin/wallets/exceptions/suspense");
    await expect(page.getByText("₦2,500.00", { exact: true })).toBeVisible();
    await expect(page.getByText("It is less than requested.")).toBeVisible();
    await page.goto("/admin/settings");
    await expect(page.getByText("How resellers top up their wallets online.")).toBeVisible();
  });
});
