import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { makeOld } from "./old-browser.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";
import { createTestShop, deliverCustomerOrder } from "./test-shop.ts";

test("opens and closes menus and filters in a browser without popovers", async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  await buyTestPlan(ctx, await findTestPlan(stage, ctx), nextTestPhone());
  await makeOld(page);
  await page.goto("/home");
  const menu = page.getByRole("link", { name: "Profit", exact: true });
  const more = page.getByRole("button", { name: "More", exact: true });
  await expect(menu).toBeHidden();
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.click();
  await expect(menu).toBeVisible();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await page.mouse.click(180, 60);
  await expect(menu).toBeHidden();
  await more.click();
  await menu.click();
  await expect(page).toHaveURL(/\/profit/);
  await expect(more).toHaveAttribute("aria-expanded", "false");

  await page.goto("/purchases");
  const status = page.getByLabel("Status");
  await expect(status).toBeHidden();
  const filters = page.getByRole("button", { name: "Filters" });
  await expect(filters).toHaveAttribute("aria-expanded", "false");
  await filters.click();
  await status.selectOption("failed");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/state=failed/);
  await expect(status).toBeHidden();
});

test("buys, opens dialogs and shows a receipt in an old browser", async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const { ident } = await buyTestPlan(ctx, await findTestPlan(stage, ctx), nextTestPhone());
  await makeOld(page);
  await page.goto("/buy");
  await expect(page.getByRole("textbox", { name: /number/i }).first()).toBeVisible();
  await openReceipt(page, ident);
  await page.goto("/settings?open=passkeys");
  await expect(page.getByText("This browser has no passkeys.")).toBeVisible();
  await page.keyboard.press("/");
});

test("offers no passkey where the browser has none", async ({ page }) => {
  await makeOld(page);
  await page.goto("/sign-in");
  await expect(page.getByText("This browser has no passkeys.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`shows a button on the offline page without light-dark(), ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.route("**/offline", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll("light-dark(", "-old-light-dark("),
      });
    });
    await page.goto("/offline");
    const colours = await page
      .getByRole("button", { name: "Try again" })
      .evaluate((button) => [
        getComputedStyle(button).backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ]);
    expect(colours).toEqual(
      colorScheme === "light"
        ? ["rgb(47, 72, 200)", "rgb(248, 246, 242)"]
        : ["rgb(80, 104, 234)", "rgb(21, 19, 16)"],
    );
  });

for (const width of ["58mm", "80mm"])
  test(`prints receipts on a roll of ${width} in one piece`, async ({ page, signIn, stage }) => {
    const person = await signIn();
    const ctx = testResellerCtx(stage, person);
    const { ident } = await buyTestPlan(ctx, await findTestPlan(stage, ctx), nextTestPhone());
    await openReceipt(page, ident);
    expect(countPages(await page.pdf({ width }))).toBe(1);
    const shop = await createTestShop(stage, person);
    const { code } = await deliverCustomerOrder(stage, shop);
    await page.goto(`/s/${shop.slug}/o/${code}/receipt`);
    expect(countPages(await page.pdf({ width }))).toBe(1);
  });

/** The link is there once the purchase is delivered. */
async function openReceipt(page: Page, ident: string): Promise<void> {
  await page.goto(`/purchases/${ident}`);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("article")).toContainText(ident);
}

const countPages = (paper: Buffer) => paper.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
