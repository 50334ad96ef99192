import sharp from "sharp";
import { setShopState } from "#lib/shop/set-shop-state";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { createTestShop, placeCustomerOrder } from "./test-shop.ts";

test("opens a shop with one form, and customers find it", async ({ page, signIn }) => {
  const person = await signIn();
  await page.goto("/shop");
  await page.getByLabel("Shop address").fill(`own-${person.id}`);
  await page.getByRole("button", { name: "Open shop" }).click();
  await expect(page.getByText("Enter the bank's name.")).toBeVisible();
  await expect(page.getByLabel("Bank", { exact: true })).toBeFocused();
  await page.getByLabel("Bank transfer").uncheck();
  await page.getByRole("button", { name: "Open shop" }).click();
  await expect(page.getByText("Choose at least one payment method.")).toBeVisible();
  await page.getByLabel("Cash").check();
  await page.getByLabel("Place and time").fill("12 Allen Avenue, from 8 to 22");
  await page.getByRole("button", { name: "Open shop" }).click();
  await page.waitForURL("**/shop/share?opened=now");
  await expect(page.getByText("Your shop is open")).toBeVisible();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/s/own-${person.id}`);
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
});

test("updates the preview while the owner types, focuses an invalid input, and saves the shop", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  await createTestShop(stage, await signIn());
  await page.goto("/shop/details");
  await page.getByRole("heading", { name: "Name and contact" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada's Corner");
  const preview = page.getByRole("figure");
  await expect(preview.getByText("Ada's Corner")).toBeVisible();
  await page.getByRole("radio", { name: "Violet" }).check();
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("no");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(address).toBeFocused();
  await expect(address).toBeInViewport();
  const slug = `better-${Date.now()}`;
  await address.fill(slug);
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Saved. Your shop is updated.")).toBeInViewport();
  await expectAccessible(page);
  await page.goto(`/s/${slug}`);
  await expect(page.getByRole("heading", { name: "Ada's Corner" })).toBeVisible();
});

test("sets prices by rules and by plan, and marks a loss", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  await createTestShop(stage, await signIn());
  await page.goto("/shop");
  await page.getByRole("link", { name: "Prices" }).click();
  await page.getByText("Your gain: + 10%").click();
  await page.getByRole("heading", { name: "Another network or type" }).click();
  const network = page.getByRole("combobox", { name: "Network" });
  await network.selectOption({ index: 1 });
  const name = (await network.locator("option").nth(1).textContent()) ?? "";
  await page.getByLabel("Gain", { exact: true }).fill("ten");
  await page.getByRole("button", { name: "Save gain" }).last().click();
  await expect(page.getByText("Enter a percentage, such as 10 or 12.5.")).toBeVisible();
  await expect(page.getByLabel("Gain", { exact: true })).toBeFocused();
  await page.getByLabel("Gain", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Save gain" }).last().click();
  await expect(page.getByText("Saved. The prices below are updated.")).toBeVisible();
  await expect(page.getByText("Your gain: + 10%, 1 exception")).toBeVisible();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await page.getByRole("heading", { name: "Rounding" }).click();
  await page.getByLabel("Round prices up to").selectOption("50");
  await page.getByRole("button", { name: "Save rounding" }).click();
  await expect(page.getByText("Saved. The prices below are updated.").last()).toBeVisible();
  await expect(page.getByLabel("Round prices up to")).toHaveValue("50");
  await page
    .getByRole("link", { name: /^Change price of / })
    .first()
    .click();
  await page.getByLabel("Fixed price").check();
  await page.getByLabel("Selling price").fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 plan sells at a loss")).toBeVisible();
  await page.goto("/shop");
  await expect(page.getByText("1 plan sells at a loss")).toBeVisible();
  await page.getByRole("link", { name: "Review prices" }).click();
  await expect(page).toHaveURL(/\/prices$/);
});

test("sets a plan's gain or price, or hides it, on its page", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const shop = await createTestShop(stage, await signIn());
  const [offer] = shop.offers;
  const name = `${offer?.networkName} ${offer?.size} ${offer?.volume}, ${offer?.validity}`;
  const open = () => page.goto(`/prices/${offer?.planId}`);
  await open();
  await expectAccessible(page);
  await expect(page.getByLabel("As other plans")).toBeChecked();
  await page.getByLabel("Its own percentage").check();
  await page.getByLabel("Gain (%)").fill("lots");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a percentage, such as 10 or 12.5.")).toBeVisible();
  await expect(page.getByLabel("Its own percentage")).toBeChecked();
  await expectAccessible(page);
  await page.getByLabel("Gain (%)").fill("40");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/prices\?network=\d+$/);
  await page.getByText("Your gain: + 10%, 1 exception").click();
  const exception = page.getByRole("link", { name });
  await expect(exception).toContainText("+ 40%");
  const otherNetwork = shop.offers.find(({ networkId }) => networkId !== offer?.networkId)?.networkId;
  await page.goto(`/prices?network=${otherNetwork}&open=rules`);
  await expect(exception).toContainText("+ 40%");

  await exception.click();
  await expect(page.getByLabel("Gain (%)")).toHaveValue("40");
  await page.getByLabel("Its own amount").check();
  await page.getByLabel("Gain", { exact: true }).fill("70");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/prices\?network=\d+$/);
  await page.getByText("Your gain: + 10%, 1 exception").click();
  await expect(exception).toContainText("+ ₦70");

  await open();
  await page.getByLabel("As other plans").check();
  await page.getByLabel("Hide in shop and images").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Hidden").first()).toBeVisible();
  const answer = await page.goto(`/s/${shop.slug}/order?plan=${offer?.planId}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Plan no longer for sale" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("uploads a logo and sets a plan's price", { tag: "@prove" }, async ({ page, signIn, stage }) => {
    const shop = await createTestShop(stage, await signIn());
    const file = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#a31" } })
      .png()
      .toBuffer();
    await page.goto("/shop/details");
    await page.getByRole("heading", { name: "Logo" }).click();
    await page.getByLabel("Image").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: file });
    await page.getByRole("button", { name: "Upload logo" }).click();
    await expect(page.getByText("Logo saved.")).toBeVisible();
    await page.goto(`/prices/${shop.offers[0]?.planId}`);
    await page.getByLabel("Fixed price").check();
    await page.getByLabel("Selling price").fill("4321");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("₦4,321").last()).toBeVisible();
  });

  test("changes a gain, and says what customers pay before it removes the last", { tag: "@prove" }, async ({
    page,
    signIn,
    stage,
  }) => {
    await createTestShop(stage, await signIn());
    await page.goto("/prices");
    await page.getByText("Your gain: + 10%").click();
    await page.getByRole("heading", { name: "All plans" }).click();
    await expect(page.getByLabel("New gain")).toHaveValue("10");
    await page.getByLabel("New gain").fill("ten");
    await page.getByRole("button", { name: "Save gain" }).click();
    await expect(page.getByText("Enter a percentage, such as 10 or 12.5.")).toBeVisible();
    await page.getByLabel("New gain").fill("15");
    await page.getByRole("button", { name: "Save gain" }).click();
    await expect(page.getByText("Your gain: + 15%")).toBeVisible();
    await page.getByText("Remove this gain").click();
    await expect(page.getByText("Customers will pay your price, and you keep ₦0.")).toBeVisible();
    await page.getByRole("button", { name: "Remove gain" }).click();
    await expect(page.getByText("Your gain: + ₦0")).toBeVisible();
  });

  test("adds a gain, and shows an error in the form that it opened", { tag: "@prove" }, async ({
    page,
    signIn,
    stage,
  }) => {
    await createTestShop(stage, await signIn());
    await page.goto("/prices?open=markup");
    await page.getByLabel("Gain", { exact: true }).fill("ten");
    await page.getByRole("button", { name: "Save gain" }).click();
    await expect(page.getByText("Enter a percentage, such as 10 or 12.5.")).toBeVisible();
    await page.getByLabel("Gain", { exact: true }).fill("25");
    await page.getByRole("button", { name: "Save gain" }).click();
    await expect(page.getByText("Your gain: + 25%")).toBeVisible();
    await page.getByRole("heading", { name: "Rounding" }).click();
    await page.getByLabel("Round prices up to").selectOption("50");
    await page.getByRole("button", { name: "Save rounding" }).click();
    await expect(page.getByText("Saved. The prices below are updated.")).toBeVisible();
  });
});

test("uploads a logo without losing unsaved inputs, draws it again, and lets caches keep it", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const shop = await createTestShop(stage, await signIn());
  const file = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#a31" } })
    .jpeg()
    .toBuffer();
  await page.goto("/shop/details");
  await page.getByRole("heading", { name: "Name and contact" }).click();
  await page.getByLabel("Opening note").fill("Not saved yet");
  await page.getByRole("heading", { name: "Logo" }).click();
  await page.getByLabel("Image").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: file });
  await page.getByRole("button", { name: "Upload logo" }).click();
  await expect(page.getByText("Logo saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove logo" })).toBeVisible();
  await expect(page.getByLabel("Opening note")).toHaveValue("Not saved yet");
  await expect(page.getByRole("figure").getByText("Not saved yet")).toBeVisible();
  const seen = page.waitForResponse(/\/picture\/[0-9a-f]{32}$/);
  await page.goto(`/s/${shop.slug}`);
  const headers = (await seen).headers();
  expect(headers["content-type"]).toBe("image/webp");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  await page.goto("/shop/details");
  await page.getByRole("heading", { name: "Logo" }).click();
  await page
    .getByLabel("Image")
    .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByRole("button", { name: "Upload logo" }).click();
  await expect(page.getByText(/Logo not saved/)).toBeVisible();
});

test("counts new orders in the title, and asks for a tap before it rings", { tag: "@prove" }, async ({
  page: first,
  context,
  signIn,
  stage,
}) => {
  let page = first;
  const shop = await createTestShop(stage, await signIn());
  const listening = page.waitForResponse("**/shop/events");
  await page.goto("/shop");
  await listening;
  await page.getByRole("button", { name: "Ring for new orders" }).click();
  await expect(page.getByRole("button", { name: "Rings for new orders" })).toBeVisible();
  await expect(page).toHaveTitle(/^My shop/);
  await placeCustomerOrder(stage, shop);
  await expect(page).toHaveTitle(/^\(1\) My shop/);
  await page.evaluate(() => {
    document.title = "My shop";
  });
  await expect(page).toHaveTitle("(1) My shop");
  page = await context.newPage();
  // To the browser, whatever a test asks the page counts as a tap: the page itself says when the words are there.
  await page.addInitScript(announceWhenPresent, "Tap to ring");
  const saysSo = page.waitForEvent("console", (message) => message.text() === "there: Tap to ring");
  await page.goto("/shop");
  await saysSo;
  await page.getByRole("button", { name: "Tap to ring for new orders" }).click();
  await expect(page.getByRole("button", { name: "Rings for new orders" })).toBeVisible();
  await page.getByRole("button", { name: "Rings for new orders" }).click();
  await expect(page.getByRole("button", { name: "Ring for new orders" })).toBeVisible();
  await expect(page).toHaveTitle(/^My shop/);
});

test("keeps the orders in place until the owner shows a new one", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const shop = await createTestShop(stage, await signIn());
  const first = await placeCustomerOrder(stage, shop, { name: "Ada" });
  const listening = page.waitForResponse("**/shop/events");
  await page.goto("/shop");
  await listening;
  const orders = page.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await page.getByText("Paid: deliver now").click();
  const send = page.getByRole("button", { name: /^Send / });
  await expect(send).toBeFocused();
  const place = () => send.evaluate((button) => button.getBoundingClientRect().top + scrollY);
  const before = await place();
  await placeCustomerOrder(stage, shop, { name: "Ben" });
  const show = page.getByRole("button", { name: "1 new order · Show" });
  await expect(show).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Order filters" }).getByText("2")).toBeVisible();
  await expect(orders).toHaveCount(1);
  await expect(send).toBeFocused();
  expect(await place()).toBe(before);

  // What left the list because of something else keeps its place, and nothing can be done with it.
  await stage.database
    .sql`update orders set payment = 'rejected', changed_at = now() where code = ${first.code}`;
  await expect(orders.filter({ hasText: "Ada" })).toHaveAttribute("inert");
  await show.click();
  await expect(orders).toHaveCount(1);
  await expect(orders.filter({ hasText: "Ben" })).toBeFocused();
  await expect(show).toBeHidden();

  await stage.database
    .sql`update orders set payment = 'received', paid_at = now(), changed_at = now() where code = ${first.code}`;
  await page.getByRole("button", { name: "1 more order · Show" }).click();
  await expect(orders).toHaveCount(2);
  await expect(orders.filter({ hasText: "Ada" })).toBeFocused();
});

test("prints the poster on one sheet, and its code opens the shop even while it is closed", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const shop = await createTestShop(stage, await signIn());
  await page.goto("/shop/poster");
  await expect(page.getByRole("heading", { name: shop.name })).toBeVisible();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await setShopState(shop.owner, { state: "closed" });
  const code = page.waitForResponse(/qr\.svg$/);
  await page.goto("/shop/share");
  expect((await code).status()).toBe(200);
});

/** Runs in the page. */
function announceWhenPresent(words: string): void {
  const seen = new MutationObserver(() => {
    if (!document.body?.textContent.includes(words)) return;
    seen.disconnect();
    console.log(`there: ${words}`);
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}
