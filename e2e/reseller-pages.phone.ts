import type { Page } from "playwright/test";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { formatMoney } from "#lib/core/money/money";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  listTestPlans,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

test("a visitor reads what the portal is, and one tap leads in", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("asks for a new password after a sign-in with a given one", { tag: "@prove" }, async ({
  page,
  stage,
}) => {
  const email = `given-${test.info().project.name}@example.com`;
  const { password = "" } = await createReseller(stage.database.systemCtx, {
    email,
    name: "Given",
    level: "affiliate",
  });
  await page.goto("/home");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/choose-password$/);
  await expectAccessible(page);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("New password").fill("lantern-orbit-52-kettle");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/choose-password");
  await expect(page).toHaveURL(/\/home$/);
});

test("saves a name, rejects a wrong password and signs out another device in the settings", {
  tag: "@prove",
}, async ({ page, browser, baseURL, people, signIn }) => {
  const person = await signIn();
  const otherContext = await browser.newContext({ ...(baseURL && { baseURL }) });
  await people.signIn(otherContext, person, baseURL ?? "");
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Name" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Bisi Data");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("group").filter({ hasText: "Name" }).first()).toContainText("Bisi Data");
  await page.getByRole("heading", { name: "Password" }).click();
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill("lantern-orbit-52-kettle");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("heading", { name: "Active sessions" }).click();
  // One row is open at a time.
  await expect(page.getByLabel("Current password")).toBeHidden();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Sign out (?!$)/ })
    .first()
    .click();
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);
  const elsewhere = await otherContext.newPage();
  await elsewhere.goto("/settings");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await otherContext.close();
});

test("finds plans by network, words and price; shows the gain beside each, and buys with one tap", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const plans = await listTestPlans(stage, testResellerCtx(stage, await signIn()));
  const cheaper = plans.find(({ price, standardPrice }) => price < standardPrice);
  if (!cheaper) throw new Error("Nobody saves anything.");
  await page.goto("/prices");
  await expect(page.getByText(`${plans.length} plans at your price.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Add to your price").fill("ten");
  await page.getByRole("button", { name: "Set prices" }).click();
  await expect(page.getByText("Enter a percentage, such as 10 or 12.5.")).toBeVisible();
  await page.getByLabel("Add to your price").fill("50");
  await page.getByLabel("Unit").selectOption("flat");
  await page.getByRole("button", { name: "Set prices" }).click();
  await expect(page.getByText(`${plans.length} plans.`)).toBeVisible();
  const costs = page.getByText(/^you pay ₦[\d.,]+ \+₦[\d.,]+$/);
  await expect(costs.first()).toBeVisible();
  await page.getByRole("button", { name: "Hide balance and costs" }).click();
  await expect(costs).toHaveCount(0);
  await page.getByRole("button", { name: "Show balance and costs" }).click();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Networks" }).getByText(cheaper.networkName).click();
  await expect(page).toHaveURL(`/prices?network=${cheaper.networkId}`);
  await expect(offeredPlans(page)).toHaveCount(filterByNetwork(plans, cheaper.networkId).length);
  await page.getByLabel("Find a plan").fill(`${cheaper.size} ${cheaper.volume}`);
  await page.getByLabel("Find a plan").press("Enter");
  await expect(page.getByRole("link", { name: /^Remove filter/ })).toBeVisible();
  await expect(offeredPlans(page).first()).toHaveText(`${cheaper.size} ${cheaper.volume}`);
  await expectAccessible(page);
  await page.goto("/prices?min=99999999");
  await expect(offeredPlans(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/prices?network=0&type=x&min=lots&validity=");
  await expect(offeredPlans(page)).toHaveCount(plans.length);
  await page.goto(`/prices?network=${cheaper.networkId}`);
  await offeredPlans(page).first().click();
  await expect(page).toHaveURL(/\/buy\?plan=\d+$/);
  await expect(page.getByRole("group", { name: "Plan" }).locator("input:checked")).toHaveCount(1);
});

test("explains on the buy page that sending is stopped, and charges nothing", async ({
  page,
  signIn,
  stage,
}) => {
  const plan = await findTestPlan(stage, testResellerCtx(stage, await signIn()));
  const operator = stage.database.systemCtx;
  await stopDispatching(operator, { reason: "the line is down" });
  try {
    await page.goto("/buy");
    await expect(page.getByText("Buying is paused right now")).toBeVisible();
    await page.goto(`/buy?plan=${plan.id}&phone=${nextTestPhone()}`);
    await expect(page.getByText("Nothing was charged. Check again in a few minutes.")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await startDispatching(operator, { reason: "it is up again" });
  }
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("button", { name: /^Send / })).toBeVisible();
});

test("leads from insufficient money to a top-up of the missing sum, and back to the purchase", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const person = await signIn(await people.reseller({ money: 100n }));
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await expect(page.getByText(/^You need ₦.+ more$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send / })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: /top up/i })).toHaveCount(1);
  await page.getByRole("button", { name: "Check again" }).click();
  await expectAccessible(page);
  const topUp = page.getByRole("link", { name: `Top up ${formatMoney(plan.price - 100n)}` });
  await page.goto("/batches");
  await page.getByLabel("Phone numbers").fill(`${phone}, ${plan.id}`);
  await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
  await expect(topUp).toBeVisible();
  await expect(page.getByRole("button", { name: /^Buy / })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await topUp.click();
  const missing = Number(plan.price - 100n) / 100;
  await expect(page.getByLabel("Amount")).toHaveValue(missing.toFixed(2));
  await page.getByLabel("Bank reference").fill("TRF-5");
  await page.getByRole("button", { name: "Send payment details" }).click();
  await expect(page.getByText("Payment details sent")).toBeVisible();
  await page.getByRole("link", { name: "Back to purchase" }).last().click();
  await expect(page.getByText(displayTestPhone(phone), { exact: true })).toBeVisible();
  await page.goto("/wallet/fund?next=https://evil.example/");
  await expect(page.getByRole("main").getByRole("link", { name: "Wallet" })).toHaveAttribute(
    "href",
    "/wallet",
  );
});

test("asks once for a page that a finger opens", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/home");
  const prefetches: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/buy")
      prefetches.push(request.headers()["next-router-prefetch"]);
  });
  await page.getByRole("link", { name: "Buy data" }).last().tap();
  await expect(page.getByLabel("Phone number", { exact: true })).toBeVisible();
  expect(prefetches).toEqual([undefined]);
});

test("responds to a tap on a purchase at once, while its page loads", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await signIn());
  const phone = nextTestPhone();
  await buyTestPlan(ctx, await findTestPlan(stage, ctx), phone);
  await page.goto("/purchases");
  await page.waitForLoadState("networkidle");
  let go = () => {};
  const late = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/purchases\/DT/, async (route) => {
    await late;
    await route.continue();
  });
  const link = page.getByRole("link", { name: displayTestPhone(phone) });
  await link.click();
  await expect(link).toHaveAttribute("data-pending");
  await expect(page.locator("main")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByText("Loading", { exact: true })).toBeVisible();
  go();
  await expect(page.getByText("Details", { exact: true })).toBeVisible();
  await expect(page.locator("main")).not.toHaveAttribute("aria-busy");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("opens the row of a setting, and shows its result there", { tag: "@prove" }, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto("/settings");
    await page.getByRole("heading", { name: "Name" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Bisi Data");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name saved.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Bisi Data");
  });

  test("shows the content of pages, and no skeleton stays in view", { tag: "@prove" }, async ({
    page,
    signIn,
    stage,
  }) => {
    const person = await signIn();
    const ctx = testResellerCtx(stage, person);
    await createTestShop(stage, person);
    const phone = nextTestPhone();
    const { ident } = await buyTestPlan(ctx, await findTestPlan(stage, ctx), phone);
    const shows: [string, RegExp | string][] = [
      ["/home", "Recent purchases"],
      ["/prices", "Your gain: + 10%"],
      ["/buy", "Phone number"],
      [`/purchases/${ident}`, "Receipt"],
      [`/purchases/${ident}/receipt`, "Made with"],
      ["/settings", "Active sessions"],
      ["/settings/api", "Connect your website or app"],
      ["/shop", "No orders to handle yet"],
      ["/wallet/fund", "Send payment details"],
      ["/wallet", "Transactions"],
      ["/purchases", displayTestPhone(phone)],
    ];
    for (const [path, text] of shows) {
      await page.goto(path);
      await expect(page.getByText(text).first(), path).toBeVisible();
      for (const skeleton of await page.locator("[data-skeleton]").all()) await expect(skeleton).toBeHidden();
    }
  });
});

/** Locates the links of the price list that buy a plan. */
const offeredPlans = (page: Page) => page.locator('main a[href^="/buy?plan="]');
const filterByNetwork = (plans: { networkId: number }[], id: number) =>
  plans.filter(({ networkId }) => networkId === id);
