import { sql } from "drizzle-orm";
import type { Page } from "playwright/test";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./providers.ts";

/** From the wallet to the provider's page. */
async function goToPay(page: Page, amount: string, next = ""): Promise<void> {
  await page.goto(next ? `/wallet/fund?${new URLSearchParams({ next })}` : "/wallet/fund");
  const form = page.locator("#online");
  await form.getByLabel("Amount").fill(amount);
  await form.getByRole("button", { name: "Go on to pay" }).click();
  await page.getByRole("link", { name: /^Pay ₦/ }).click();
  await expect(page.getByRole("heading", { name: /^Pay NGN/ })).toBeVisible();
}

test("a reseller pays on the provider's page and finds the money in the wallet", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  await page.locator("#online").getByLabel("Amount").fill("50");
  await page.getByRole("button", { name: "Go on to pay" }).click();
  await expect(page.getByText("At least ₦100.00.")).toBeVisible();
  await goToPay(page, "5,000");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("The money is in your wallet")).toBeVisible();
  await expect(page.getByText("₦4,825.00").first()).toBeVisible();
  await expectAccessible(page);
  await page.goto("/wallet");
  await expect(page.getByText("Paid online").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Statement" })).toContainText("+₦4,825.00");
});

test("an account number of one's own: what is sent to it arrives before the eyes", async ({
  page,
  payments,
  people,
  signIn,
  stage,
}) => {
  await stage.database.systemCtx.db.execute(sql`update payment_settings set accounts_by = 'monnify'`);
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet");
  await page.getByRole("link", { name: "Get my account number" }).click();
  await page.getByLabel("Your phone number").fill("0803 123 4567");
  await page.getByLabel("Its 11 digits").fill("2211234567");
  await page.getByRole("button", { name: "Get my account number" }).click();
  await expect(page.getByText("It has 11 digits.")).toBeVisible();
  // What was typed comes back, but for the number of their identity.
  await expect(page.getByLabel("Your phone number")).toHaveValue("0803 123 4567");
  await expect(page.getByLabel("Its 11 digits")).toHaveValue("");
  await expectAccessible(page);
  await page.getByLabel("Its 11 digits").fill("22112345678");
  await page.getByRole("button", { name: "Get my account number" }).click();
  const number = page.getByText(/^9\d{9}$/);
  await expect(number).toBeVisible();
  await expectAccessible(page);
  await payments.control.do("transfer", { number: (await number.textContent()) ?? "", amount: 500_000n });
  await expect(page.getByText("In your wallet", { exact: true })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("table", { name: "Statement" })).toContainText("+₦4,925.00");
});

test("a payment that is confirmed later shows by itself, and until then the page says so", {
  tag: "@prove",
}, async ({ page, payments, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await goToPay(page, "2,000", "/buy?from=here");
  await page.getByRole("button", { name: "Pay, and let it be pending" }).click();
  await expect(page.getByText("Not seen yet")).toBeVisible();
  await expectAccessible(page);
  const reference = /payments\/(\w+)/.exec(page.url())?.[1] ?? "";
  await payments.control.do("settle", { provider: "paystack", reference });
  await expect(page.getByText("The money is in your wallet")).toBeVisible();
  const back = page.getByRole("link", { name: "Back to your purchase" }).first();
  await expect(back).toHaveAttribute("href", "/buy?from=here");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("paying works, and a payment of another amount is looked at by an admin", async ({
    page,
    people,
    signIn,
    context,
    stage,
  }) => {
    await signIn(await people.reseller({ money: 0n }));
    await goToPay(page, "1,000");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("The money is in your wallet")).toBeVisible();
    await goToPay(page, "3,000");
    await page.getByLabel("Amount").fill("2500.00");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(page.getByText("Money came, but not just what was asked for")).toBeVisible();
    await context.clearCookies();
    await people.signIn(context, await people.admin(), stage.member.url);
    await page.goto("/admin/wallets/suspense");
    await expect(page.getByText("NGN 2,500.00", { exact: true })).toBeVisible();
    await expect(page.getByText("Less than was asked for.")).toBeVisible();
    await page.goto("/admin/wallets");
    await expect(page.getByText("How resellers pay online")).toBeVisible();
  });
});
