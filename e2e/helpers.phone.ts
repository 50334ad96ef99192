import type { BrowserContext } from "playwright/test";
import { formatDecimal, formatMoney, type Minor } from "#lib/core/money/money";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";
import {
  buyTestPlan,
  changePlanPrice,
  createTestCreditSale,
  createTestCustomer,
  findTestPlan,
  nextTestPhone,
  testHelperCtx,
  testResellerCtx,
} from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

/** Whether a text has an amount in any of its forms: ₦1,234.50, 1234.50, 123450. */
function hasAmount(text: string, amount: Minor): boolean {
  const forms = [formatMoney(amount).replace(/^\D+/, ""), formatDecimal(amount), String(amount)];
  return forms.some((form) => new RegExp(`(?<![\\d.,])${RegExp.escape(form)}(?!\\d|[.,]\\d)`).test(text));
}

/** Collects the bodies that the pages of a browser receive: HTML, page data, results of actions. */
function collectTexts(context: BrowserContext): Promise<string>[] {
  const texts: Promise<string>[] = [];
  context.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/html|x-component|json/.test(type)) texts.push(response.text().catch(() => ""));
  });
  return texts;
}

test("sends a helper neither the price nor the wallet, only what the customer pays", async ({
  page,
  context,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const owner = await people.reseller({ money: 8_123_457n });
  const ctx = testResellerCtx(stage, owner);
  await changePlanPrice(stage, sandbox, (await findTestPlan(stage, ctx)).id, 1_317n);
  const { id, price } = await findTestPlan(stage, ctx);
  const sellingPrice = price + 11_100n;
  await savePlanPrice(ctx, { planId: id, pricing: "fixed", value: formatDecimal(sellingPrice) });
  await signIn(await people.helper(owner, { permissions: [] }));
  const texts = collectTexts(context);

  await page.goto(`/buy?${new URLSearchParams({ plan: String(id), phone: nextTestPhone(), shown: "1" })}`);
  await expect(page.getByLabel("Selling price")).toHaveValue(formatDecimal(sellingPrice));
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.getByText(formatMoney(sellingPrice)).first()).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Tell customer" })).toHaveAttribute("href", /delivered/);
  await expect(page.getByRole("link", { name: "Buy again" })).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("article")).toContainText(owner.name);
  await expect(page.getByRole("article")).toContainText(formatMoney(sellingPrice));
  await expectAccessible(page);
  await page.goto(path);
  await page.getByRole("link", { name: "Next customer" }).click();
  await page.getByLabel("Phone number", { exact: true }).fill(nextTestPhone());
  const plan = page.locator("label", { has: page.locator(`input[name=plan][value="${id}"]`) });
  await expect(plan).toContainText(formatMoney(sellingPrice).replace(/^\D+/, ""));
  await page.getByRole("link", { name: "Purchases" }).first().click();
  await expect(page.getByRole("main")).toContainText(formatMoney(sellingPrice).replace(/^\D+/, ""));
  await page.goto(`${path}?bought=before`);
  await page.goto("/settings");

  const file = await (await page.request.get("/purchases/export")).text();
  const seen = [...(await Promise.all(texts)), file].join("\n");
  expect(hasAmount(file, sellingPrice)).toBe(true);
  expect(hasAmount(seen, sellingPrice)).toBe(true);
  const hidden = [price, 8_123_457n, 8_123_457n - price];
  expect(hidden.filter((amount) => hasAmount(seen, amount))).toEqual([]);
  await page.goto(`/purchases?q=${formatDecimal(price)}`);
  await expect(page.getByText("No matching purchases")).toBeVisible();

  await leaveSignedOut(page);
  await signIn(await people.helper(owner, { permissions: ["cost"] }));
  const shown = await (await page.request.get("/buy")).text();
  for (const amount of [price, 8_123_457n - price]) expect(hasAmount(shown, amount)).toBe(true);
});

test("a helper with the permission buys a batch, and one without finds no batches", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, allow }) => {
  allow(/status of 40[14]/);
  const owner = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, owner));
  await signIn(await people.helper(owner, { permissions: [] }));
  await page.goto("/buy");
  await expect(page.getByRole("link", { name: "Buy a batch" })).toHaveCount(0);
  await page.goto("/batches");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page.getByRole("heading", { name: "Buy data" })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("link", { name: "Help" }).last()).toBeVisible();

  await leaveSignedOut(page);
  const bisi = await signIn(await people.helper(owner, { permissions: ["batches"], dailyLimit: plan.price }));
  await page.goto("/buy");
  await page.getByRole("link", { name: "Buy a batch" }).click();
  await page
    .getByLabel("Phone numbers")
    .fill([nextTestPhone(), nextTestPhone()].map((phone) => `${phone}, ${plan.id}`).join("\n"));
  await expectAccessible(page);
  await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByText("All rows are ready.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Buy 2 for/ }).click();
  await expect(page.getByText("Daily limit reached")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel remaining rows" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "View purchases" }).click();
  await expect(page.getByRole("row").filter({ hasText: "0803" })).toHaveCount(1);

  await leaveSignedOut(page);
  await signIn(owner);
  await page.goto("/batches");
  await expect(page.getByRole("list", { name: "Batches" })).toContainText(bisi.name);
  await page.goto("/purchases");
  await expect(page.getByRole("main")).toContainText(bisi.name);
});

test("a helper with further permissions: customers, credit book, profit and orders on a phone", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const owner = await people.reseller();
  const ctx = testResellerCtx(stage, owner);
  const { customer } = await createTestCustomer(ctx);
  const { sale } = await createTestCreditSale(ctx);
  await createTestShop(stage, owner);
  const plan = await findTestPlan(stage, ctx);
  const permissions = ["refund", "customers", "profit", "batches"] as const;
  const chidi = await people.helper(owner, { permissions: [...permissions] });
  await signIn(chidi);
  const { ident } = await buyTestPlan(testHelperCtx(stage, chidi, permissions), plan, nextTestPhone());
  const places = {
    "/customers": "Customers",
    [`/customers/${customer}`]: "Your sales",
    "/customers/new": "New customer",
    "/customers/import": "Import customers",
    "/customers/due-soon": "Due soon",
    "/customers/credit-book": "Credit book",
    [`/customers/credit-book/${sale}`]: "Sales",
    "/profit": "Profit",
    "/shop": "Orders",
    "/batches": "Batches",
  };
  for (const [path, heading] of Object.entries(places)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, exact: true }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("link", { name: "Profit" }).last()).toBeVisible();

  await page.goto(`/purchases/${ident}`);
  await page.getByText("Report a delivery issue").click();
  await page.getByRole("radio", { name: "No data arrived" }).check();
  await page.getByRole("button", { name: "Report issue" }).click();
  await expect(page.getByText("In review")).toBeVisible();
  await expectAccessible(page);
  await signIn(owner);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("listitem").filter({ hasText: "No data arrived" })).toContainText(chidi.name);
});

test("a shop with two helpers: invitation, sale, who sold it, the day, end of access", async ({
  page,
  people,
  signIn,
  stage,
  browser,
}) => {
  const owner = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, owner));
  const chidi = await people.helper(owner);
  await buyTestPlan(testHelperCtx(stage, chidi), plan, nextTestPhone());

  await page.goto("/settings/helpers");
  const form = page.locator("form", { has: page.getByRole("button", { name: "Invite helper" }) });
  await form.getByLabel("Name").fill("Bisi");
  await form.getByLabel("Email").fill(`bisi-${owner.id}@kiosk.test`);
  await form.getByText("Limit and permissions").click();
  await form.getByLabel("Limit per day").fill("20000");
  await form.getByRole("button", { name: "Invite helper" }).click();
  await expect(page.getByText("Send this link")).toBeVisible();
  await expectAccessible(page);
  const link = (await page.locator("code").textContent()) ?? "";
  const shared = await page.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href");
  expect(new URL(shared ?? "").searchParams.get("text")).toContain(link);

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: stage.member.url });
  const till = await context.newPage();
  await till.goto(new URL(link).pathname);
  await expect(till.getByText(`${owner.name} invited you to sell data from its wallet.`)).toBeVisible();
  await till.getByLabel("New password", { exact: true }).fill("seven yellow canoes");
  await till.getByRole("button", { name: "Save password" }).click();
  await till.waitForURL("**/buy");
  await expectAccessible(till);
  await till.getByRole("button", { name: "More" }).click();
  await expect(till.getByText(`Sells for ${owner.name}`).last()).toBeVisible();
  const phone = nextTestPhone();
  await till.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone })}`);
  await till.getByLabel("Selling price").fill(formatDecimal(plan.price + 20_000n));
  await till.getByRole("button", { name: /^Send / }).click();
  await expect(till.getByRole("heading", { name: "Delivered" })).toBeVisible();

  await till.getByRole("link", { name: "My day" }).click();
  await expect(till.getByRole("main")).toContainText(formatMoney(plan.price + 20_000n));
  await expect(till.getByRole("main")).not.toContainText(chidi.name);
  await expectAccessible(till);
  await till.getByRole("link", { name: "Day before" }).click();
  await expect(till.getByText("You sold nothing on this day.")).toBeVisible();
  await till.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone: nextTestPhone() })}`);

  await page.goto("/purchases");
  const sales = page.getByRole("main");
  await expect(sales).toContainText("Bisi");
  await expect(sales).toContainText(chidi.name);
  await page.goto(`/purchases?helper=${chidi.id}`);
  await expect(sales.getByRole("row").filter({ hasText: chidi.name })).toHaveCount(1);
  await expect(sales.getByRole("row").filter({ hasText: "Bisi" })).toHaveCount(0);
  await page.goto("/profit/day");
  const sellers = page.getByRole("list", { name: "Sales by seller" });
  await expect(sellers).toContainText(formatMoney(plan.price + 20_000n));
  await expect(sellers).toContainText("1 sale, 1 without a price");
  await expectAccessible(page);

  await page.goto("/settings/helpers");
  const row = page.getByRole("listitem").filter({ hasText: "Bisi" });
  await row.getByRole("button", { name: "End access" }).click();
  const dialog = page.getByRole("dialog", { name: "End the access of Bisi?" });
  await dialog.getByRole("button", { name: "End access" }).click();
  await expect(page.getByRole("list", { name: "Ended" })).toContainText("Bisi");
  await till.getByRole("button", { name: /^Send / }).click();
  await expect(till.getByText("You’re signed out. Nothing was bought just now.")).toBeVisible();
  await context.close();
});
