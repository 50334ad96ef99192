import { formatPlanLabel } from "#lib/catalogue/plan-label";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { setSellingPrice } from "#lib/sales/set-selling-price";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";
import { createTestShop, deliverCustomerOrder } from "./test-shop.ts";

test("records selling prices during or after a purchase and shows the profit", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  await page.goto("/profit");
  await expect(page.getByRole("heading", { name: "No deliveries in this period yet" })).toBeVisible();
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  const paid = plan.price + 5_000n;
  await savePlanPrice(ctx, { planId: plan.id, pricing: "fixed", value: formatDecimal(paid) });
  await page.goto(`/buy?plan=${plan.id}&phone=${nextTestPhone()}`);
  const sellingPrice = page.getByLabel("Selling price");
  await expect(sellingPrice).toHaveValue(formatDecimal(paid));
  await sellingPrice.fill("90000");
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText("This is more than 20 times your price.")).toBeVisible();
  await expect(sellingPrice).toHaveValue("90000");
  await sellingPrice.fill("9".repeat(200));
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText("This amount is too long.")).toBeVisible();
  await sellingPrice.fill(String(Number(paid) / 100));
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.locator("summary", { hasText: /^Details$/ }).click();
  await expect(page.getByText(formatMoney(paid), { exact: true })).toBeVisible();
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByText("Add price").click();
  await expectAccessible(page);

  await page.goto("/profit");
  await expect(page.getByText("1 sale without a price").first()).toBeVisible();
  await expect(page.getByText(formatMoney(5_000n)).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add prices" }).click();
  const price = page.getByRole("textbox", { name: formatPlanLabel(plan) }).first();
  await expect(price).toHaveValue((Number(paid) / 100).toFixed(2));
  await expectAccessible(page);
  await expect(page.getByText("1 price to save")).toBeVisible();
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("Price saved for 1 sale.")).toBeVisible();
  await expect(page.getByText("No changes")).toBeVisible();
  const back = page.getByRole("link", { name: "Profit", exact: true }).first();
  await back.click();
  await expect(page.getByRole("table", { name: "Profit by plan" })).toContainText(formatMoney(10_000n));
  // Both sales at once, of which one slipped to a loss.
  await page.getByRole("link", { name: "Selling prices" }).click();
  await price.fill("1");
  await expect(page.getByText(`You lose ${formatMoney(plan.price - 100n)}`)).toBeVisible();
  const saveButton = page.getByRole("button", { name: "Save prices" });
  await saveButton.click();
  await expect(page.getByText("This is less than you paid.")).toBeVisible();
  await saveButton.click();
  await expect(page.getByText("Price saved for 2 sales.")).toBeVisible();
  await price.fill(String(Number(paid) / 100));
  await page.getByRole("button", { name: "Save prices" }).click();
  await expect(page.getByText("You lose")).toHaveCount(0);
  await back.click();
  await expect(page.getByRole("table", { name: "Profit by plan" })).toContainText(formatMoney(10_000n));
  await page.getByText("Other dates").click();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No deliveries in this period yet" })).toBeVisible();
});

test("shares a receipt at the customer's price, or downloads it where sharing isn't supported", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  await setSellingPrice(ctx, { ident, sellingPrice: "987.65" });
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files = [] } = {}) => {
      document.title = files.map(({ name, type, size }) => `${name} ${type} ${size > 5_000}`).join();
    };
  });
  await page.goto(`/purchases/${ident}`);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("article")).toContainText("₦987.65");
  await expect(page.getByRole("article")).not.toContainText(formatMoney(plan.price));
  await expectAccessible(page);
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await expect(page).toHaveTitle(`receipt-${ident}.png image/png true`);

  const shop = await createTestShop(stage, person);
  const { code } = await deliverCustomerOrder(stage, shop);
  await page.goto(`/s/${shop.slug}/o/${code}/receipt`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "PDF" }).click();
  await expect(page).toHaveTitle(/^receipt-.+\.pdf application\/pdf true$/);
  const answer = await page.request.get(`/s/${shop.slug}/o/${code}/receipt/png`);
  expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="receipt-[\w-]+\.png"$/);
  await page.goto("/prices/images");
  await page.getByRole("link", { name: "Share image 1" }).click();
  await expect(page).toHaveTitle("prices-1.png image/png true");
});
