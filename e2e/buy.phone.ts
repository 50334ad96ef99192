import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, onSale, reprice, shopper, shown } from "./shopping.ts";

const focused = (page: Page) => page.locator(":focus");
const confirm = (page: Page) => page.getByRole("button", { name: /^Buy for/ });

test("the keyboard alone buys a bundle, and the page says when it is delivered", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const first = await aPlan(stage, shopper(stage, person));
  const phone = freshPhone();
  await page.goto("/buy");
  await page.getByRole("radio", { name: first.networkName }).focus();
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveAttribute("name", "type");
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveAttribute("name", "plan");
  await page.keyboard.press("ArrowDown");
  await expect(focused(page)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Number", { exact: true })).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press("Enter");
  await expect(confirm(page)).toBeFocused();
  await expect(page.getByText(shown(phone))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
});

test("choosing asks the server for nothing, and what is typed stays when the number is wrong", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/buy");
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("group", { name: "Network" }).getByRole("radio").nth(1).check();
  await page.getByRole("group", { name: "Plan" }).getByRole("radio").first().check();
  await page.getByLabel("Number", { exact: true }).fill("0803 12");
  expect(asked).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("This is no mobile number.")).toBeVisible();
  await expect(page.getByLabel("Number", { exact: true })).toHaveValue("0803 12");
  await expect(page.getByRole("group", { name: "Plan" }).getByRole("radio").first()).toBeChecked();
  await page.getByLabel("Number", { exact: true }).fill("+234 803 123 4567");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("0803 123 4567")).toBeVisible();
  await page.getByRole("button", { name: "Change the number" }).click();
  await expect(page.getByLabel("Number", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Number", { exact: true })).toHaveValue("+234 803 123 4567");
});

test("a price that changes between looking and buying is asked about, and nothing moves", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const person = await signIn();
  const plan = await aPlan(stage, shopper(stage, person), 4);
  const phone = freshPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await expect(confirm(page)).toBeVisible();
  await reprice(stage, sandbox, plan.id, 5_000n);
  await confirm(page).click();
  await expect(page.getByText("The price is now")).toBeVisible();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  expect(await sandbox.purchases()).not.toContainEqual(aboutNumber(phone));
  await expectAccessible(page);
  await confirm(page).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
});

test("a double click and the same form sent again are one purchase", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const person = await signIn();
  const plan = await aPlan(stage, shopper(stage, person));
  const phone = freshPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await confirm(page).dblclick();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  const bought = page.url();
  expect((await sandbox.purchases()).filter(({ body }) => numberOf(body) === phone)).toHaveLength(1);
  await page.goto("/purchases");
  await expect(page.getByRole("link", { name: shown(phone) })).toHaveCount(1);
  await page.goto(bought);
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
});

test("a last number is one tap away; the same plan for it so soon is a question, with the way to the first", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = shopper(stage, person);
  const plan = await aPlan(stage, ctx);
  const phone = freshPhone();
  const { ident } = await buyNow(ctx, plan, phone);
  await page.goto(`/buy?plan=${plan.id}`);
  await page
    .getByRole("list", { name: "Your last numbers" })
    .getByRole("button", { name: shown(phone) })
    .click();
  await expect(page.getByText("Is this a second one?")).toBeVisible();
  await expect(page.getByRole("link", { name: "See the first" })).toHaveAttribute(
    "href",
    `/purchases/${ident}`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Yes, buy a second one/ }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  expect(page.url()).not.toContain(ident);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a bundle can be bought step by step", async ({ page, signIn, stage }) => {
    const person = await signIn();
    await onSale(stage, shopper(stage, person));
    await page.goto("/buy");
    await page.getByRole("group", { name: "Network" }).getByRole("radio").nth(2).check();
    await page.getByRole("button", { name: "Show the plans" }).click();
    await page.getByRole("group", { name: "Plan" }).getByRole("radio").nth(1).check();
    await page.getByLabel("Number", { exact: true }).fill(freshPhone());
    await page.getByLabel("Number", { exact: true }).press("Enter");
    await confirm(page).click();
    await expect(page).toHaveURL(/\/purchases\/DT/);
    await expect(page.getByRole("heading", { name: /On its way|Delivered/ })).toBeVisible();
  });
});

const numberOf = (body: unknown) => (body as { mobile_number?: string } | null)?.mobile_number;
const aboutNumber = (phone: string) =>
  expect.objectContaining({ body: expect.objectContaining({ mobile_number: phone }) });
