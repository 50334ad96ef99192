import type { Page } from "playwright/test";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { paymentSettings } from "#lib/payment/payment-settings";
import { storeSettings } from "#lib/testing/store-settings";
import { expect, expectAccessible } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";
import { test } from "./provider-fixtures.ts";

/** Opens the provider's page from the wallet: at once, or by a link of ours without script. */
async function startOnlinePayment(
  page: Page,
  amount: string,
  { next = "", script = true } = {},
): Promise<void> {
  await page.goto(next ? `/wallet/fund?${new URLSearchParams({ next })}` : "/wallet/fund");
  const form = page.locator("#online");
  await form.getByLabel("Amount").fill(amount);
  await form.getByRole("button", { name: "Continue to payment" }).click();
  if (!script) await page.getByRole("link", { name: /^Pay ₦/ }).click();
  await expect(page.getByRole("heading", { name: /^Pay NGN/ })).toBeVisible();
}

test("credits the wallet after a payment on the provider's page", async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  await page.locator("#online").getByLabel("Amount").fill("50");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText(/^Enter ₦100 to ₦/)).toBeVisible();
  await startOnlinePayment(page, "5,000");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Wallet credited")).toBeVisible();
  await expect(page.getByText("₦4,925").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto("/wallet");
  const table = page.getByRole("table", { name: "Statement" });
  await expect(table).toContainText("+₦4,925");
  await expect(table).toContainText("Paid online");
});

test("takes the cheapest provider until another is chosen, and fills in enough for a missing amount", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  const form = page.locator("#online");
  const amount = form.getByLabel("Amount");
  const preview = form.getByRole("status").filter({ hasText: "You get" });
  await amount.fill("5");
  await form.getByRole("button", { name: "Continue to payment" }).click();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("button", { name: "₦5,000" }).click();
  await expect(amount).not.toHaveAttribute("aria-invalid");
  await expect(amount).toHaveValue("5,000");
  await expect(form.getByLabel(/^Monnify/)).toBeChecked();
  await expect(preview).toHaveText("You get ₦4,925 · Monnify fee ₦75");
  await form.getByRole("button", { name: "Get exactly ₦5,000" }).click();
  await expect(amount).toHaveValue("5,076.15");
  await expect(amount).toBeFocused();
  await expect(preview).toHaveText("You get ₦5,000 · Monnify fee ₦76.15");
  await form.getByLabel(/^Paystack/).check();
  await expect(preview).toContainText("You get ₦5,000");
  await expect(form.getByRole("button", { name: /^Get exactly/ })).toBeHidden();
  await form.getByLabel(/^Monnify/).check();
  await expect(amount).toHaveValue("5,076.15");
  await amount.fill("5,000x");
  await expect(preview).toHaveCount(0);
  await page.goto("/wallet/fund?amount=3000.00&next=/buy");
  await expect(amount).toHaveValue("3,046");
  await expect(form.getByLabel(/^Monnify/)).toBeChecked();
  await expect(preview).toHaveText("You get ₦3,000.31 · Monnify fee ₦45.69");
  await form.getByLabel(/^Flutterwave/).check();
  await expect(amount).toHaveValue("3,000");
  await expect(preview).toHaveText("You get the rest · Flutterwave fee not known yet");
  await form.getByLabel(/^Paystack/).check();
  await expect(amount).toHaveValue("3,148");
  await expect(preview).toContainText("You get ₦3,000.78");
  await expectAccessible(page);
  await page.reload();
  await expect(form.getByLabel(/^Paystack/), "as it was chosen").toBeChecked();
  await expect(amount).toHaveValue("3,148");
  await form.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("₦3,000.78").first()).toBeVisible();
});

test("offers a bank transfer beside online payments only where the operator says where to pay", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const say = (text: string) => changeSettings(stage.database.systemCtx, instructionSettings, { text });
  await say("");
  await signIn();
  await page.goto("/wallet/fund");
  await expect(page.locator("#online").getByText("Minimum ₦100")).toBeVisible();
  await expect(page.getByText("Pay by bank transfer")).toHaveCount(0);
  await say("First Bank, 3012345678");
  await page.reload();
  await page.getByText("Pay by bank transfer").click();
  await expect(page.getByText("First Bank, 3012345678")).toBeVisible();
  await expectAccessible(page);
  await say("");
});

test("shows a transfer to a dedicated account without a reload", { tag: "@prove" }, async ({
  page,
  payments,
  people,
  signIn,
  stage,
}) => {
  await storeSettings(stage.database.systemCtx.db, paymentSettings, { dedicatedAccountProvider: "monnify" });
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
  // On a small phone the account and the amount to pay online are in sight at once.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.reload();
  const amount = page.locator("#online").getByLabel("Amount");
  await expect(amount).toBeInViewport({ ratio: 1 });
  await amount.click({ trial: true });
  await payments.control.do("transfer", { number: (await number.textContent()) ?? "", amount: 500_000n });
  await expect(page.getByText("Credited", { exact: true })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("table", { name: "Statement" })).toContainText("+₦4,925");
});

test("shows a payment as pending until it is confirmed, then updates automatically", {
  tag: "@prove",
}, async ({ page, payments, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await startOnlinePayment(page, "2,000", { next: "/buy?from=here" });
  await page.getByRole("button", { name: "Pay, and let it be pending" }).click();
  await expect(page.getByText("Awaiting payment").first()).toBeVisible();
  await expectAccessible(page);
  const reference = /payments\/(\w+)/.exec(page.url())?.[1] ?? "";
  await payments.control.do("settle", { provider: "monnify", reference });
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
    await startOnlinePayment(page, "1,000", { script: false });
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("Wallet credited")).toBeVisible();
    await startOnlinePayment(page, "3,000", { script: false });
    await page.getByLabel("Amount").fill("2500.00");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("Payment received, but it doesn’t match the amount requested")).toBeVisible();
    await leaveSignedOut(page);
    await people.signIn(context, await people.admin(), stage.member.url);
    await page.goto("/admin/review/suspense");
    await expect(page.getByText("₦2,500", { exact: true })).toBeVisible();
    await expect(page.getByText("It is less than requested.")).toBeVisible();
    await page.goto("/admin/settings/payments");
    await expect(page.getByText("How resellers top up their wallets online.")).toBeVisible();
  });
});
