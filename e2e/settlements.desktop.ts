import { compareSettlements } from "#lib/payment/settlement/compare-settlements";
import { startFunding } from "#lib/payment/start-funding";
import { syncPayment } from "#lib/payment/sync-payment";
import { createSandboxProviders } from "#lib/payment/testing/sandbox-providers";
import { expect, expectAccessible } from "./fixtures.ts";
import { test } from "./provider-fixtures.ts";
import { testResellerCtx } from "./test-purchases.ts";

test("shows a settlement discrepancy until an admin accepts it", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, payments }) => {
  const owner = await people.reseller({ money: 0n });
  const providers = createSandboxProviders(payments);
  const ctx = stage.database.systemCtx;
  const input = { ref: "settled", amount: "5,000", provider: "paystack" as const };
  const { reference } = await startFunding(testResellerCtx(stage, owner), input, providers);
  await payments.control.do("pay", { provider: "paystack", reference, method: "card" });
  await syncPayment(ctx, "paystack", { reference }, providers);
  await payments.control.do("order", { fault: "settled-fee", provider: "paystack" });
  await payments.control.do("pay-out", { provider: "paystack" });
  await compareSettlements(ctx, providers);

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.getByRole("link", { name: /settlement/ }).click();
  await expect(page.getByText("Provider: ₦175.50")).toBeVisible();
  await expect(page.getByText(/Last payout ₦4,824.50/)).toBeVisible();
  for (const name of [/^To review \d+/, /^Payments \(\d+\)$/, /^Settlement discrepancies \(\d+\)$/])
    await expect(page.getByRole("link", { name })).toHaveAttribute("aria-current");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByText("Comparison started.")).toBeVisible();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Reason").fill("their fee rose");
  await dialog.getByRole("button", { name: "Accept discrepancy" }).click();
  await expect(page.getByText("No settlement discrepancies")).toBeVisible();
  await page.goto("/admin/review/settlements?state=ended");
  await expect(page.getByText(/their fee rose/)).toBeVisible();
});

test("accepts many equal settlement discrepancies at once", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, payments }) => {
  const owner = await people.reseller({ money: 0n });
  const providers = createSandboxProviders(payments);
  const ctx = stage.database.systemCtx;
  for (const ref of ["levied-1", "levied-2"]) {
    const input = { ref, amount: "5,000", provider: "paystack" as const };
    const { reference } = await startFunding(testResellerCtx(stage, owner), input, providers);
    await payments.control.do("pay", { provider: "paystack", reference, method: "card" });
    await syncPayment(ctx, "paystack", { reference }, providers);
    await payments.control.do("order", { fault: "settled-fee", provider: "paystack" });
  }
  await payments.control.do("pay-out", { provider: "paystack" });
  await compareSettlements(ctx, providers);

  await signIn(await people.admin());
  await page.goto("/admin/review/settlements?kind=fee");
  await page
    .getByRole("checkbox", { name: /^Select/ })
    .first()
    .check();
  await expectAccessible(page);
  await page.getByLabel("Select all 2 matching").check();
  await page.getByLabel("With selected").selectOption("accept");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText(/^−?₦1( |$)/).first()).toBeVisible();
  await page.getByLabel("Reason").fill("the levy of this year");
  await page.getByRole("button", { name: "Accept: 2 discrepancies" }).click();
  await expect(page.getByText("2 done.")).toBeVisible();
  await page.goto("/admin/review/settlements");
  await expect(page.getByText("No settlement discrepancies")).toBeVisible();
});
