import { formatMoney } from "#lib/core/money";
import { expect, expectAccessible, test } from "./fixtures.ts";
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
  await expectAccessible(page);
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
  await page.getByText("Other days").click();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was delivered in this time" })).toBeVisible();
});
