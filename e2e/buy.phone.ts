import type { Locator, Page } from "playwright/test";
import { formatPlanSize } from "#lib/catalogue/plan-label";
import { separateCheapest } from "#lib/catalogue/separate-cheapest";
import type { Ctx } from "#lib/core/context";
import { formatMoney, formatSignedMoney } from "#lib/core/money/money";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { saveMarkup } from "#lib/price-list/save-markup";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { expect, expectAccessible, test } from "./fixtures.ts";
import type { TestSystem } from "./harness.ts";
import {
  buyTestPlan,
  changePlanPrice,
  displayTestPhone,
  findTestPlan,
  listTestPlans,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

/** Reads where an element ends in the window. */
async function readBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not on the page");
  return box.y + box.height;
}

const focusedElement = (page: Page) => page.locator(":focus");
const buyButton = (page: Page) => page.getByRole("button", { name: /^Send / });

test("explains a wrong number while it's entered, or when its field is left", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/buy");
  const number = page.getByLabel("Phone number", { exact: true });
  await number.pressSequentially("0803123450");
  await expect(page.getByText(/^Check the number\./)).toHaveCount(0);
  await number.press("Enter");
  await expect(page.getByText("Check the number. It has 1 digit too few.")).toBeVisible();
  await number.fill("09991234567");
  await expect(page.getByText("Check the number. No mobile number begins with 0999.")).toBeVisible();
  await number.fill("0803 123 4507");
  await expect(page.getByText(/^Check the number\./)).toHaveCount(0);
});

test("buys a bundle by keyboard alone, and announces its delivery", async ({ page, signIn, stage }) => {
  const person = await signIn();
  await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto("/buy");
  await page.getByLabel("Phone number", { exact: true }).focus();
  await page.keyboard.type(phone);
  await page.keyboard.press("Enter");
  await expect(focusedElement(page)).toHaveAttribute("name", "plan");
  await page.keyboard.press("ArrowDown");
  await expect(focusedElement(page)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(buyButton(page)).toBeFocused();
  await expect(page.getByText(displayTestPhone(phone), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/purchases\/DT\w+$/);
  const result = page.getByRole("heading", { name: "Delivered" });
  await expect(result).toBeFocused();
  await expect(result).toContainText(`to ${displayTestPhone(phone)}`);
  await expect(page.getByRole("link", { name: "Tell customer" })).toHaveAttribute(
    "href",
    new RegExp(`^https://wa\\.me/234${phone.slice(1)}\\?text=`),
  );
  await expectAccessible(page);
});

test("keeps the number in view beside the focused button that names the whole purchase", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  for (const height of [560, 640]) {
    await page.setViewportSize({ width: 360, height });
    await page.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone })}`);
    await expect(buyButton(page)).toBeFocused();
    await expect(buyButton(page)).toContainText(displayTestPhone(phone));
    await expect(page.getByText(displayTestPhone(phone), { exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test("chooses a plan without a request to the server, and keeps the inputs when the number is invalid", {
  tag: "@prove",
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/buy");
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByRole("group", { name: "Network" }).getByRole("radio").nth(1).check();
  await page.getByRole("group", { name: "Plan" }).getByRole("radio").first().check();
  await page.getByLabel("Phone number", { exact: true }).fill("0803 12");
  expect(requests).toEqual([]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Enter a valid mobile number")).toBeVisible();
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue("0803 12");
  await expect(page.getByRole("group", { name: "Plan" }).getByRole("radio").first()).toBeChecked();
  await page.getByLabel("Phone number", { exact: true }).fill("+234 803 123 4567");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("0803 123 4567", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Change the number" }).click();
  await expect(page.getByLabel("Phone number", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue("+234 803 123 4567");
});

test("takes the network from the number, reviews without a request, and warns softly about another network", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/buy");
  const networks = page.getByRole("group", { name: "Network" });
  const firstPlan = page.getByRole("group", { name: "Plan" }).getByRole("radio").first();
  const phone = nextTestPhone();
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await page.getByLabel("Phone number", { exact: true }).fill(phone);
  await expect(networks.getByRole("radio", { name: "MTN" })).toBeChecked();
  const bar = page.getByRole("navigation", { name: "Main" });
  expect(await readBottom(firstPlan)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  await networks.getByRole("radio", { name: "Airtel" }).check();
  await expect(page.getByText("This number looks like MTN.")).toBeVisible();
  await expectAccessible(page);
  await firstPlan.click();
  await expect(buyButton(page)).toBeFocused();
  await expect(page.getByText(displayTestPhone(phone), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("This number looks like MTN.")).toBeVisible();
  expect(posts).toEqual([]);
  await page.getByRole("button", { name: "Change the plan" }).click();
  await networks.getByRole("radio", { name: "MTN" }).check();
  await firstPlan.click();
  await expect(page.getByText("This number looks like")).toHaveCount(0);
  await buyButton(page).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.goto("/buy");
  await page.getByRole("region", { name: "Buy again" }).getByRole("button").click();
  await expect(page.getByText("Buy this again?")).toBeVisible();

  await page.goto("/buy");
  await networks.getByRole("radio", { name: "Airtel" }).check();
  await expect(firstPlan).toBeInViewport();
  expect(await readBottom(firstPlan)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
});

test("groups a typed number, and offers recent customers with their plan two taps from the purchase", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const phone = nextTestPhone();
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, phone);
  await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  // A number with a purchase in progress isn't a regular, and its row only fills it in.
  const pendingPhone = nextTestPhone("0010");
  await buyTestPlan(ctx, plan, pendingPhone);
  await page.goto("/buy");
  await expect(page.getByRole("list", { name: "Recent numbers" })).toHaveCount(0);
  const row = page.getByRole("region", { name: "Recent" }).getByRole("button");
  await expect(row).toContainText(`Sent ${formatPlanSize(plan)} at `);
  await row.click();
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue(displayTestPhone(pendingPhone));
  await expect(page.getByText(`You sent ${formatPlanSize(plan)} to this number at `)).toBeVisible();
  await expectAccessible(page);
  await stage.database
    .sql`update purchases set placed_at = placed_at - interval '1 hour' where ident = ${ident}`;
  await page.goto("/home");
  const regulars = page.getByRole("region", { name: "Buy again" }).getByRole("listitem");
  await expect(regulars).toHaveCount(1);
  await expect(regulars).toContainText(displayTestPhone(phone));
  await expect(regulars, "without a price list, the cost").toContainText(formatMoney(plan.price));
  await saveMarkup(ctx, { kind: "flat", value: "100" });
  const sellingPrice = (await listSellingPrices(ctx)).get(plan.id) ?? 0n;
  // The same row on each page: what the customer pays, and small what the reseller pays and keeps.
  const prices = `${formatMoney(sellingPrice)}you pay ${formatMoney(plan.price)} ${formatSignedMoney(sellingPrice - plan.price)}`;
  await page.reload();
  await expect(regulars).toContainText(prices);
  await page.getByRole("button", { name: "Hide balance and costs" }).click();
  await expect(regulars).not.toContainText("you pay");
  await page.getByRole("button", { name: "Show balance and costs" }).click();
  await page.goto("/buy");
  await expect(regulars).toHaveCount(1);
  await expect(regulars).toContainText(prices);
  await regulars.getByRole("button", { name: displayTestPhone(phone) }).click();
  await expect(buyButton(page)).toBeFocused();
  const warning = page.getByText("Delivered data can’t be returned.");
  expect(await readBottom(warning)).toBeLessThan(await readBottom(buyButton(page)));
  await expect(buyButton(page)).toContainText(displayTestPhone(phone));
  await page.goto("/buy");
  await page.getByLabel("Phone number", { exact: true }).pressSequentially(phone);
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue(displayTestPhone(phone));
});

test("shows plans from the first four digits, the cheapest of each size first and other types folded away", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plans = (await listTestPlans(stage, ctx)).filter(({ networkName }) => networkName === "MTN");
  const { cheapest, others } = separateCheapest(plans, (plan) => ({ ...plan, size: formatPlanSize(plan) }));
  const [other] = others;
  if (!other) throw new Error("The sandbox sells too few types.");
  const phone = nextTestPhone();
  await page.goto("/buy");
  const field = page.getByLabel("Phone number", { exact: true });
  await field.pressSequentially(phone.slice(0, 3));
  const group = page.getByRole("group", { name: "Plan" });
  await expect(group).toHaveCount(0);
  await field.pressSequentially(phone.slice(3, 4));
  await expect(page.getByRole("radio", { name: "MTN", exact: true })).toBeChecked();
  await expect(group.getByRole("radio")).toHaveCount(cheapest.length);
  await page.getByText(`Other types (${others.length})`).click();
  await expect(group.getByRole("radio")).toHaveCount(plans.length);
  await expectAccessible(page);
  const monthly = plans.filter(({ validityNormalized }) => validityNormalized === "Monthly");
  await page.getByRole("group", { name: "Validity" }).getByRole("button", { name: "Monthly" }).click();
  await expect(group.getByRole("radio")).toHaveCount(monthly.length);
  // A plan that is tapped before the number is complete waits for it.
  await group.getByRole("radio").first().click();
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Clear number" }).click();
  // A customer's usual plan of another type is in sight.
  await waitUntilSettled(ctx, (await buyTestPlan(ctx, other, phone)).ident, TEST_TIMEOUT_MS);
  await page.goto("/buy");
  await field.pressSequentially(phone);
  await expect(group.getByRole("radio")).toHaveCount(plans.length);
});

test("continues with the next customer after a delivery, with a number out of a pasted message", async ({
  page,
  signIn,
  stage,
}) => {
  const { field } = await openNextCustomer(page, testResellerCtx(stage, await signIn()), stage);
  await expect(field).toHaveValue("");
  const [first, second] = [nextTestPhone(), nextTestPhone()];
  await pasteText(field, `[12:30, 24/11/2026] Musa: 1GB to ${first} pls\nand +234${second.slice(1)}, ₦5000`);
  const numbers = page.getByRole("list", { name: "Pasted numbers" }).getByRole("button");
  await expect(numbers).toHaveText([displayTestPhone(first), displayTestPhone(second)]);
  await expectAccessible(page);
  await numbers.last().click();
  await expect(field).toHaveValue(displayTestPhone(second));
  await expect(numbers).toHaveCount(0);
  await page.getByRole("group", { name: "Plan" }).getByRole("radio").first().click();
  await expect(buyButton(page)).toContainText(displayTestPhone(second));
  await page.goto("/buy");
  await pasteText(field, `Send 1GB to ${first}. Thanks`);
  await expect(field).toHaveValue(displayTestPhone(first));
  await expect(numbers).toHaveCount(0);
});

test("sends the plan of a delivery to the next number in two taps, and never by Enter", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const { plan } = await openNextCustomer(page, testResellerCtx(stage, await signIn()), stage);
  const phone = nextTestPhone();
  await page.keyboard.type(phone);
  await expect(buyButton(page)).toHaveText(
    `Send ${formatPlanSize(plan)} to ${displayTestPhone(phone)} · ${formatMoney(plan.price)}`,
  );
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(focusedElement(page)).toHaveAttribute("name", "plan");
  expect(await sandbox.purchases()).not.toContainEqual(matchesNumber(phone));
  await buyButton(page).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toContainText(displayTestPhone(phone));
});

/** Buys a plan, and continues from its result: the number field of Buy has the focus. */
async function openNextCustomer(page: Page, ctx: Ctx, stage: TestSystem) {
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  await page.goto(`/purchases/${ident}`);
  await page.getByRole("link", { name: "Next customer" }).click();
  const field = page.getByLabel("Phone number", { exact: true });
  await expect(field).toBeFocused();
  return { field, plan };
}

/** Pastes as a browser does: the field gets the text unless the page prevents it. */
async function pasteText(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("asks again, and moves no money, when the price changed after the review", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person), 4);
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await expect(buyButton(page)).toBeVisible();
  await changePlanPrice(stage, sandbox, plan.id, 5_000n);
  await buyButton(page).click();
  await expect(page.getByText("The price is now")).toBeVisible();
  await expect(page.getByText("Nothing was charged.")).toBeVisible();
  expect(await sandbox.purchases()).not.toContainEqual(matchesNumber(phone));
  await expectAccessible(page);
  await buyButton(page).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
});

test("keeps the selling price when the session ends before the purchase, and buys nothing", {
  tag: "@prove",
}, async ({ page, signIn, stage, sandbox }) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  const sellingPrice = page.getByLabel("Selling price");
  await sellingPrice.fill("4321");
  await page.context().clearCookies();
  await buyButton(page).click();
  await expect(page.getByText("You’re signed out. Nothing was bought just now.")).toBeVisible();
  await expect(sellingPrice).toHaveValue("4321");
  const link = page.getByRole("alert").getByRole("link", { name: "Sign in" });
  const next = new URL((await link.getAttribute("href")) ?? "", stage.member.url).searchParams.get("next");
  await signIn(person);
  await page.goto(next ?? "");
  await expect(buyButton(page)).toContainText(displayTestPhone(phone));
  await expect(sellingPrice).toHaveValue("4321");
  expect(await sandbox.purchases()).not.toContainEqual(matchesNumber(phone));
});

test("makes one purchase of a double click and of the same form sent again", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await buyButton(page).dblclick();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  const bought = page.url();
  expect((await sandbox.purchases()).filter(({ body }) => readNumber(body) === phone)).toHaveLength(1);
  await page.goto("/purchases");
  await expect(page.getByRole("link", { name: displayTestPhone(phone) })).toHaveCount(1);
  await page.goto(bought);
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
});

test("offers recent numbers; asks before buying the same plan again soon, and links to the first purchase", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  const phone = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, plan, phone);
  await page.goto(`/buy?plan=${plan.id}`);
  await page
    .getByRole("list", { name: "Recent numbers" })
    .getByRole("button", { name: displayTestPhone(phone) })
    .click();
  await expect(page.getByText("Buy this again?")).toBeVisible();
  await expect(page.getByRole("link", { name: "View first purchase" })).toHaveAttribute(
    "href",
    `/purchases/${ident}`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Send again/ }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  expect(page.url()).not.toContain(ident);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("buys a bundle step by step", async ({ page, signIn, stage }) => {
    const person = await signIn();
    await listTestPlans(stage, testResellerCtx(stage, person));
    await page.goto("/buy");
    await page.getByRole("group", { name: "Network" }).getByRole("radio").nth(2).check();
    await page.getByRole("button", { name: "Show plans" }).click();
    await page.getByRole("group", { name: "Plan" }).getByRole("radio").nth(1).check();
    await page.getByLabel("Phone number", { exact: true }).fill(nextTestPhone());
    await page.getByLabel("Phone number", { exact: true }).press("Enter");
    await buyButton(page).click();
    await expect(page).toHaveURL(/\/purchases\/DT/);
    await expect(page.getByRole("heading", { name: /Processing|Delivered/ })).toBeVisible();
  });
});

const readNumber = (body: unknown) => (body as { mobile_number?: string } | null)?.mobile_number;
const matchesNumber = (phone: string) =>
  expect.objectContaining({ body: expect.objectContaining({ mobile_number: phone }) });
