import { formatMoney } from "#lib/core/money";
import { noteRetail } from "#lib/purchase/retail";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { deliveredOrder, setUpShop } from "./shop.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("what the customer pays is noted while buying, or afterwards, and makes the profit", async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  await page.goto("/profit");
  await expect(page.getByRole("heading", { name: "Nothing was delivered in this time" })).toBeVisible();
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await page.goto(`/buy?plan=${plan.id}&phone=${freshPhone()}`);
  const retail = page.getByLabel("Your customer pays");
  await retail.fill("90000");
  await page.getByRole("button", { name: /^Buy for/ }).click();
  await expect(page.getByText("This is more than twenty times what you pay.")).toBeVisible();
  await expect(retail).toHaveValue("90000");
  const paid = plan.price + 5_000n;
  await retail.fill(String(Number(paid) / 100));
  await page.getByRole("button", { name: /^Buy for/ }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.getByText(formatMoney(paid))).toBeVisible();
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByText("Note it").click();
  await expectAccessible(page);

  await page.goto("/profit");
  await expect(page.getByText("No price noted: 1")).toBeVisible();
  await expect(page.getByText(formatMoney(5_000n)).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Note prices" }).click();
  await expect(page.getByLabel("The customer paid")).toHaveValue((Number(paid) / 100).toFixed(2));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Note it" }).click();
  await expect(page.getByRole("heading", { name: "Every price is noted" })).toBeVisible();
  await page.getByRole("link", { name: "See the profit" }).click();
  await expect(page.getByRole("table", { name: "Profit by plan" })).toContainText(formatMoney(10_000n));
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was delivered in this time" })).toBeVisible();
});

test("a receipt goes to the share sheet at the customer's price, and is a download for who has none", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const person = await signIn();
  const ctx = shopper(stage, person);
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await noteRetail(ctx, { ident, retail: "987.65" });
  await page.addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async ({ files = [] } = {}) => {
      document.title = files.map(({ name, type, size }) => `${name} ${type} ${size > 5_000}`).join();
    };
  });
  await page.goto(`/purchases/${ident}/receipt`);
  await expect(page.getByRole("article")).toContainText("₦987.65");
  await expect(page.getByRole("article")).not.toContainText(formatMoney(plan.price));
  await expectAccessible(page);
  await page.getByRole("link", { name: "Picture" }).click();
  await expect(page).toHaveTitle(`receipt-${ident}.png image/png true`);

  const shop = await setUpShop(stage, person);
  const { code } = await deliveredOrder(stage, shop);
  await page.goto(`/s/${shop.slug}/o/${code}/receipt`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "PDF" }).click();
  await expect(page).toHaveTitle(/^receipt-.+\.pdf application\/pdf true$/);
  const answer = await page.request.get(`/s/${shop.slug}/o/${code}/receipt/png`);
  expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="receipt-[\w-]+\.png"$/);
  await page.goto("/plans/share");
  await page.getByRole("link", { name: "Share picture 1" }).click();
  await expect(page).toHaveTitle("prices-1.png image/png true");
});
