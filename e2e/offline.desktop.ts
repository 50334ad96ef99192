import { formatDecimal } from "#lib/core/money/money";
import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("says so without a connection, lets no form go, and continues with the page once it is back", async ({
  browser,
  people,
  stage,
}) => {
  const person = await people.reseller();
  const ctx = testResellerCtx(stage, person);
  const phone = nextTestPhone();
  await buyTestPlan(ctx, await findTestPlan(stage, ctx), phone);
  const context = await browser.newContext({ serviceWorkers: "allow", baseURL: stage.member.url });
  await people.signIn(context, person, stage.member.url);
  const page = await context.newPage();
  await page.goto("/buy");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

  await context.setOffline(true);
  await expect(page.getByText("You’re offline. This page may be out of date")).toBeVisible();
  await page.evaluate(() => document.querySelector("form")?.requestSubmit());
  await expect(page.getByText("That needs a connection. Nothing was sent")).toBeVisible();
  await page.goto("/purchases");
  await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
  await expect(page.getByText(phone.slice(-4))).toBeHidden();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Purchases", exact: true })).toBeVisible();
  await context.close();
});

test("the palette leads to a purchase, an action or a page by keys alone, and letters stay letters", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const phone = nextTestPhone();
  await saveCustomer(ctx, { phone, name: "Ada Obi" });
  const { ident } = await buyTestPlan(ctx, plan, phone);
  await page.goto("/purchases");
  const search = page.getByRole("searchbox");
  await search.fill("a");
  await search.press("/");
  await expect(search).toHaveValue("a/");
  await search.blur();
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search" });
  await expect(box).toBeFocused();
  await box.fill(ident.toLowerCase());
  await expect(page.getByRole("dialog").getByRole("option")).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/purchases/${ident}`);
  const option = page.getByRole("dialog").getByRole("option").first();
  for (const text of [phone.slice(-4), formatDecimal(plan.price)]) {
    await page.keyboard.press("Control+k");
    await box.fill(text);
    await expect(option, text).toContainText("Ada Obi");
    await page.keyboard.press("Escape");
  }
  await page.getByRole("link", { name: "Search" }).click();
  await box.fill("add money");
  await expect(option).toContainText("Top up wallet");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/wallet/fund");
  await page.keyboard.press("Control+k");
  await box.fill("wal");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toContainText("Wallet");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(box).toBeFocused();
  // The next key may come before the dialog's close event.
  await page.evaluate(() => {
    document.querySelector("dialog")?.close();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
  });
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
});
