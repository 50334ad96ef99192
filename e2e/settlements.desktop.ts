import { compareSettlements } from "#lib/payment/settlement/compare";
import { startFunding } from "#lib/payment/start-funding";
import { emulated } from "#lib/payment/testing/emulated";
import { verifyPayment } from "#lib/payment/verify-payment";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./providers.ts";
import { shopper } from "./shopping.ts";

test("what a provider settled and the books do not agree on is on the desk, until an admin lets it stay", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, payments }) => {
  const owner = await people.reseller({ money: 0n });
  const using = emulated(payments);
  const ctx = stage.database.systemCtx;
  const input = { ref: "settled", amount: "5,000", provider: "paystack" as const };
  const { reference } = await startFunding(shopper(stage, owner), input, using);
  await payments.control.do("pay", { provider: "paystack", reference, way: "card" });
  await verifyPayment(ctx, "paystack", { reference }, using);
  await payments.control.do("order", { fault: "settled-fee", provider: "paystack" });
  await payments.control.do("pay-out", { provider: "paystack" });
  await compareSettlements(ctx, using);

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.getByRole("link", { name: /settlement/ }).click();
  await expect(page.getByText("the provider says NGN 175.50")).toBeVisible();
  await expect(page.getByText(/Last payout NGN 4,824.50/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByText("They are being compared.")).toBeVisible();
  await page.getByRole("button", { name: "Let it stay so" }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Why").fill("their fee rose");
  await dialog.getByRole("button", { name: "Let it stay", exact: true }).click();
  await expect(page.getByText("Everything agrees")).toBeVisible();
  await page.goto("/admin/wallets/settlements?state=ended");
  await expect(page.getByText(/their fee rose/)).toBeVisible();
});
