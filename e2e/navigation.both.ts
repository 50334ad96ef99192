import type { Page } from "playwright/test";
import { placeOrder } from "#lib/shop/place-order";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { setUpShop } from "./shop.ts";
import { freshPhone } from "./shopping.ts";

test("a new order shows in the navigation of every page", async ({ page, signIn, stage }) => {
  const shop = await setUpShop(stage, await signIn());
  const [offer] = shop.offers;
  if (!offer) throw new Error("The shop sells nothing.");
  await placeOrder(stage.database.systemCtx, {
    ...{ slug: shop.slug, ref: "the-first", planId: offer.planId, price: offer.price, phone: freshPhone() },
  });
  await page.goto("/home");
  const more = page.getByRole("button", { name: "More" });
  if (await more.isVisible()) {
    await expect(more).toHaveAccessibleName(/1 new/);
    await expectAccessible(page);
    await more.click();
  }
  await expect(storefront(page)).toHaveAccessibleName(/Storefront.*1 new/);
  await expectAccessible(page);
});

test("the navigation marks the page that is open, however it was opened", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/home");
  const marked = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]:visible");
  await expect(marked).toHaveText("Home");
  const document = await page.evaluateHandle(() => window.document.body);
  await page.getByRole("link", { name: "Plans", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Plans" })).toBeVisible();
  await expect(marked).toHaveText("Plans");
  expect(await document.evaluate((body) => body.isConnected)).toBe(true);
  await page.goBack();
  await expect(marked).toHaveText("Home");
});

/** The shop's link in the navigation that is in sight. */
const storefront = (page: Page) => page.getByRole("link", { name: /^Storefront/ });
