import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { setSellingPrice } from "#lib/sales/set-selling-price";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("puts purchases in the credit book in one tap, and records, reminds and undoes", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  const phone = nextTestPhone();
  const [first, second] = [await buyTestPlan(ctx, plan, phone), await buyTestPlan(ctx, plan, phone)];
  for (const { ident } of [first, second]) await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  await setSellingPrice(ctx, { ident: first.ident, sellingPrice: "500" });

  await page.goto(`/purchases/${first.ident}`);
  await page.getByRole("button", { name: "Add ₦500 to credit book" }).dblclick();
  const owed = page.getByRole("link", { name: "₦500 owed" });
  await expect(owed).toBeVisible();
  // A link that has come under the second click of a double click opens nothing.
  await page.getByRole("heading", { name: "Delivered" }).click();
  await owed.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await owed.getAttribute("data-pending")).toBeNull();
  // The price list has the price of the other.
  await savePlanPrice(ctx, { planId: plan.id, pricing: "fixed", value: "500" });
  await page.goto(`/purchases/${second.ident}`);
  await page.getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("button", { name: "Add ₦500 to credit book" }).click();
  await expect(page.getByRole("link", { name: "₦500 owed" })).toBeVisible();

  await page.goto("/home");
  await page.getByRole("link", { name: "₦1,000 owed to you" }).click();
  await expect(page.getByText("It never moves money in your wallet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: new RegExp(`^${phone.slice(0, 4)} `) }).click();
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
  await expectAccessible(page);
  const reminder = await page.getByRole("link", { name: "Remind on WhatsApp" }).getAttribute("href");
  expect(new URL(reminder ?? "").searchParams.get("text")).toContain("₦1,000");

  const amount = page.getByLabel("Amount received");
  await expect(amount).toHaveValue("1,000");
  await amount.fill("1,001");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("This customer owes you ₦1,000. Enter at most that.")).toBeVisible();
  await amount.fill("700");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Payment recorded.")).toBeVisible();
  await expect(amount).toHaveValue("300");
  await expect(page.getByText("₦200 of ₦500 paid")).toBeVisible();

  await page.getByRole("button", { name: "Undo payment of ₦700" }).click();
  await page.getByRole("button", { name: "Undo payment", exact: true }).click();
  await expect(amount).toHaveValue("1,000");
  await page.getByText("Change or undo").last().click();
  await page.getByRole("button", { name: "Undo sale" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo sale" }).click();
  await expect(amount).toHaveValue("500");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText("Nothing is owed.")).toBeVisible();
  const sales = await stage.database
    .sql`select amount, paid from credit_sales where reseller_id = ${person.id}`;
  expect(sales.map(({ amount, paid }) => [Number(amount), Number(paid)]).sort()).toEqual([
    [50_000, 0],
    [50_000, 50_000],
  ]);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("adds a sale, changes it and records its payment", { tag: "@prove" }, async ({ page, signIn }) => {
    await signIn();
    await page.goto("/customers/credit-book");
    await page.getByRole("link", { name: "Add sale" }).last().click();
    await page.getByLabel("Phone number").fill("12345");
    await page.getByLabel("Sold").fill("MTN 5 GB");
    await page.getByLabel("Amount").fill("1,450");
    await page.getByRole("button", { name: "Add sale" }).click();
    await expect(page.getByText(/^Enter a valid mobile number/)).toBeVisible();
    await expect(page.getByLabel("Sold")).toHaveValue("MTN 5 GB");
    await page.getByLabel("Phone number").fill(nextTestPhone());
    await page.getByRole("button", { name: "Add sale" }).click();
    await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeVisible();
    await page.getByText("Change or undo").click();
    await page.getByLabel("Amount", { exact: true }).fill("1,500");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("Amount received").fill("1,500");
    await page.getByRole("button", { name: "Record payment" }).click();
    await expect(page.getByText("Nothing is owed.")).toBeVisible();
    await page.goto("/customers/credit-book");
    await page.getByRole("link", { name: "Sales", exact: true }).click();
    await expect(page.getByText("No sales that are owed")).toBeVisible();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("State").selectOption("Paid");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("MTN 5 GB")).toBeVisible();
    const file = page.getByRole("link", { name: "CSV" });
    expect(await file.getAttribute("href")).toBe("/customers/credit-book/export?show=sales&state=paid");
    expect(await (await page.request.get(`${await file.getAttribute("href")}`)).text()).toContain("MTN 5 GB");
    await page.getByRole("link", { name: "Remove filter: Paid" }).click();
    await expect(page.getByText("No sales that are owed")).toBeVisible();
  });
});
