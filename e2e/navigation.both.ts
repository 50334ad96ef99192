import type { Page } from "playwright/test";
import { formatMoney } from "#lib/core/money/money";
import { placeOrder } from "#lib/shop/order/place-order";
import { reportPayment } from "#lib/shop/order/report-payment";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { nextTestPhone } from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

test("shows a new order on the home page and in the navigation of every page", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const shop = await createTestShop(stage, await signIn());
  const [offer] = shop.offers;
  if (!offer) throw new Error("The shop sells nothing.");
  const { code } = await placeOrder(stage.database.systemCtx, {
    slug: shop.slug,
    ref: "the-first",
    planId: offer.planId,
    price: offer.price,
    phone: nextTestPhone(),
  });
  await page.goto("/home");
  await expect(page.getByRole("link", { name: "1 order to do in your shop" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await reportPayment(stage.database.systemCtx, { slug: shop.slug, code });
  await page.reload();
  const link = page.getByRole("link", { name: "1 order to do in your shop" });
  await expect(link).toContainText(`1 says it’s paid: ${formatMoney(offer.price)}`);
  const more = page.getByRole("button", { name: "More" });
  if (await more.isVisible()) {
    await expect(more).toHaveAccessibleName(/1 new/);
    await expectAccessible(page);
    await more.click();
  }
  await expect(shopLink(page)).toHaveAccessibleName(/My shop.*1 new/);
  await expectAccessible(page);
});

test("marks the open page in the navigation, however it was opened", { tag: "@prove" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/home");
  const marked = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]:visible");
  await expect(marked).toHaveText("Home");
  const document = await page.evaluateHandle(() => window.document.body);
  await page.getByRole("link", { name: "Purchases", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Purchases" })).toBeVisible();
  await expect(marked).toHaveText("Purchases");
  expect(await document.evaluate((body) => body.isConnected)).toBe(true);
  await page.goBack();
  await expect(marked).toHaveText("Home");
});

/** Locates the shop's link in the visible navigation. */
const shopLink = (page: Page) => page.getByRole("link", { name: /^My shop/ });
