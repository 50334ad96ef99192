import type { Page } from "playwright/test";
import { createReseller } from "#lib/account/reseller/create";
import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { setUpShop } from "./shop.ts";
import { aPlan, buyNow, freshPhone, onSale, shopper, shown } from "./shopping.ts";

test("a visitor reads what the portal is, and one tap leads in", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
});

test("who was given a password chooses their own before anything else", async ({ page, stage }) => {
  const email = `given-${test.info().project.name}@example.com`;
  const { password = "" } = await createReseller(stage.database.systemCtx, {
    ...{ email, name: "Given", level: "affiliate" },
  });
  await page.goto("/home");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/choose-password$/);
  await expectAccessible(page);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Keep this password" }).click();
  await expect(page.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("New password").fill("lantern-orbit-52-kettle");
  await page.getByRole("button", { name: "Keep this password" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/choose-password");
  await expect(page).toHaveURL(/\/home$/);
});

test("the settings keep a name, refuse a wrong password, and sign another device out", async ({
  page,
  browser,
  baseURL,
  people,
  signIn,
}) => {
  const person = await signIn();
  const other = await browser.newContext({ ...(baseURL && { baseURL }) });
  await people.signIn(other, person, baseURL ?? "");
  await page.goto("/settings");
  await page.getByLabel("Name").fill("Bisi Data");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Bisi Data");
  await page.getByLabel("Password now").fill("not this one");
  await page.getByLabel("New password").fill("lantern-orbit-52-kettle");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Password now")).toHaveAttribute("aria-invalid", "true");
  await page
    .getByRole("button", { name: /^Sign out (?!$)/ })
    .first()
    .click();
  await expect(page.getByRole("list", { name: "Devices" }).getByRole("listitem")).toHaveCount(1);
  const elsewhere = await other.newPage();
  await elsewhere.goto("/settings");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await other.close();
});

test("plans are found by network, words and price; what is saved stands beside, and one tap buys", async ({
  page,
  signIn,
  stage,
}) => {
  const plans = await onSale(stage, shopper(stage, await signIn()));
  const cheaper = plans.find(({ price, standardPrice }) => price < standardPrice);
  if (!cheaper) throw new Error("Nobody saves anything.");
  await page.goto("/plans");
  await expect(page.getByText(`${plans.length} plans at your price.`)).toBeVisible();
  await expect(page.getByText(/^save ₦/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Networks" }).getByText(cheaper.networkName).click();
  await expect(page).toHaveURL(`/plans?network=${cheaper.networkId}`);
  await expect(offered(page)).toHaveCount(ofNetwork(plans, cheaper.networkId).length);
  await page.getByLabel("Find a plan").fill(`${cheaper.size} ${cheaper.volume}`);
  await page.getByLabel("Find a plan").press("Enter");
  await expect(page.getByRole("link", { name: /^Remove filter/ })).toBeVisible();
  await expect(offered(page).first()).toHaveText(`${cheaper.size} ${cheaper.volume}`);
  await expectAccessible(page);
  await page.goto("/plans?min=99999999");
  await expect(offered(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/plans?network=0&type=x&min=lots&validity=");
  await expect(offered(page)).toHaveCount(plans.length);
  await page.goto(`/plans?network=${cheaper.networkId}`);
  await offered(page).first().click();
  await expect(page).toHaveURL(/\/buy\?plan=\d+$/);
  await expect(page.getByRole("group", { name: "Plan" }).locator("input:checked")).toHaveCount(1);
});

test("while sending is stopped the buy page says so, and nothing is charged", async ({
  page,
  signIn,
  stage,
}) => {
  const plan = await aPlan(stage, shopper(stage, await signIn()));
  const operator = stage.database.systemCtx;
  await stopDispatching(operator, { reason: "the line is down" });
  try {
    await page.goto("/buy");
    await expect(page.getByText("Buying is paused right now")).toBeVisible();
    await page.goto(`/buy?plan=${plan.id}&phone=${freshPhone()}`);
    await expect(page.getByText("Nothing was charged. Check again in a few minutes.")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await startDispatching(operator, { reason: "it is up again" });
  }
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("button", { name: /^Buy for/ })).toBeVisible();
});

test("too little money leads to adding what is missing, and back to the purchase", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const person = await signIn(await people.reseller({ money: 100n }));
  const plan = await aPlan(stage, shopper(stage, person));
  const phone = freshPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await expect(page.getByText(/^You need ₦.+ more$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Buy for/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add money" }).click();
  const missing = Number(plan.price - 100n) / 100;
  await expect(page.getByLabel("Amount")).toHaveValue(missing.toFixed(2));
  await page.getByLabel("The bank's reference").fill("TRF-5");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("We have it")).toBeVisible();
  await page.getByRole("link", { name: "Back to your purchase" }).last().click();
  await expect(page.getByText(shown(phone))).toBeVisible();
  await page.goto("/wallet/fund?next=https://evil.example/");
  await expect(page.getByRole("main").getByRole("link", { name: "Wallet" })).toHaveAttribute(
    "href",
    "/wallet",
  );
});

test("a tap on a purchase answers at once, while its page is on its way", async ({ page, signIn, stage }) => {
  const ctx = shopper(stage, await signIn());
  const phone = freshPhone();
  await buyNow(ctx, await aPlan(stage, ctx), phone);
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
  const link = page.getByRole("link", { name: shown(phone) });
  await link.click();
  await expect(link).toHaveAttribute("data-pending");
  go();
  await expect(page.getByText("What happened")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("pages show what they hold, and no skeleton stays in view", async ({ page, signIn, stage }) => {
    const person = await signIn();
    const ctx = shopper(stage, person);
    await setUpShop(stage, person);
    const phone = freshPhone();
    const { ident } = await buyNow(ctx, await aPlan(stage, ctx), phone);
    const shows: [string, RegExp | string][] = [
      ["/home", "Bought today"],
      ["/plans", "at your price."],
      ["/buy", "Choose a network"],
      [`/purchases/${ident}`, "What happened"],
      [`/purchases/${ident}/receipt`, "Made with"],
      ["/settings", "Where you are signed in"],
      ["/developers", "Connect your own program"],
      ["/storefront", "Nothing to do"],
      ["/wallet/fund", "Say that you paid"],
    ];
    for (const [path, text] of shows) {
      await page.goto(path);
      await expect(page.getByText(text).first(), path).toBeVisible();
      for (const skeleton of await page.locator("[data-skeleton]").all()) await expect(skeleton).toBeHidden();
    }
  });
});

/** Each plan of the price list, as the link that buys it. */
const offered = (page: Page) => page.locator('main a[href^="/buy?plan="]');
const ofNetwork = (plans: { networkId: number }[], id: number) =>
  plans.filter(({ networkId }) => networkId === id);
