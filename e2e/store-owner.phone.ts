import sharp from "sharp";
import { setShopState } from "#lib/shop/set-shop-state";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { customerOrder, setUpShop } from "./shop.ts";

test("a reseller opens a shop in one form, and customers find it", async ({ page, signIn }) => {
  const person = await signIn();
  await page.goto("/storefront");
  await page.getByLabel("Its address").fill(`own-${person.id}`);
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByText("Type the bank's name.")).toBeVisible();
  await expect(page.getByLabel("Bank", { exact: true })).toBeFocused();
  await page.getByLabel("Bank transfer").uncheck();
  await page.getByRole("button", { name: "Open the shop" }).click();
  await expect(page.getByText("Choose at least one way to pay.")).toBeVisible();
  await page.getByLabel("Cash").check();
  await page.getByLabel("Where and when").fill("12 Allen Avenue, from 8 to 22");
  await page.getByRole("button", { name: "Open the shop" }).click();
  await page.waitForURL("**/storefront/share");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/s/own-${person.id}`);
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
});

test("the preview follows what is typed, what is wrong has the focus, and saving changes the shop", async ({
  page,
  signIn,
  stage,
}) => {
  await setUpShop(stage, await signIn());
  await page.goto("/storefront/shop");
  await page.getByLabel("Name", { exact: true }).fill("Ada's Corner");
  const preview = page.getByRole("figure");
  await expect(preview.getByText("Ada's Corner")).toBeVisible();
  await page.getByRole("radio", { name: "Violet" }).check();
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("no");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(address).toBeFocused();
  await expect(address).toBeInViewport();
  const slug = `better-${Date.now()}`;
  await address.fill(slug);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. Your shop shows it now.")).toBeInViewport();
  await expectAccessible(page);
  await page.goto(`/s/${slug}`);
  await expect(page.getByRole("heading", { name: "Ada's Corner" })).toBeVisible();
});

test("prices follow rules and a plan's own price, and a loss is marked", async ({ page, signIn, stage }) => {
  await setUpShop(stage, await signIn());
  await page.goto("/storefront/prices");
  await page.getByLabel("Add to your price").fill("ten");
  await page.getByRole("button", { name: "Save markup" }).click();
  await expect(page.getByText("Type per cent, such as 10 or 12.5.")).toBeVisible();
  await expect(page.getByLabel("Add to your price")).toBeFocused();
  await page.getByLabel("Add to your price").fill("25");
  await page.getByRole("button", { name: "Save markup" }).click();
  await expect(page.getByText("Saved. The prices below follow it.")).toBeVisible();
  await expect(page.getByText("+ 25 %")).toBeVisible();
  await page.getByLabel("Round prices up to").selectOption("50");
  await page.getByRole("button", { name: "Save rounding" }).click();
  await expect(page.getByText("Saved. The prices below follow it.").last()).toBeVisible();
  await expect(page.getByLabel("Round prices up to")).toHaveValue("50");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByLabel("Fixed price").check();
  await page.getByLabel("What customers pay").fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("One plan sells at a loss")).toBeVisible();
  await page.goto("/storefront");
  await expect(page.getByText("One plan sells at a loss")).toBeVisible();
  await page.getByRole("link", { name: "Look at the prices" }).click();
  await expect(page).toHaveURL(/\/storefront\/prices$/);
});

test("one plan gets a markup of its own, another price, or is hidden, by its page", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const shop = await setUpShop(stage, await signIn());
  const [offer] = shop.offers;
  const name = `${offer?.networkName} ${offer?.size} ${offer?.volume} · ${offer?.validity}`;
  const open = () => page.goto(`/storefront/prices/${offer?.planId}`);
  await open();
  await expectAccessible(page);
  await expect(page.getByLabel("By my rules")).toBeChecked();
  await page.getByLabel("Add per cent").check();
  await page.getByLabel("Per cent on top of your price").fill("lots");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Type per cent, such as 10 or 12.5.")).toBeVisible();
  await expect(page.getByLabel("Add per cent")).toBeChecked();
  await expectAccessible(page);
  await page.getByLabel("Per cent on top of your price").fill("40");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/storefront\/prices\?network=\d+$/);
  await expect(page.getByRole("listitem").filter({ hasText: name }).getByText("+ 40 %")).toBeVisible();

  await open();
  await expect(page.getByLabel("Per cent on top of your price")).toHaveValue("40");
  await page.getByLabel("Add money").check();
  await page.getByLabel("Amount on top of your price").fill("70");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/storefront\/prices\?network=\d+$/);
  await expect(page.getByRole("listitem").filter({ hasText: name }).getByText("+ ₦70.00")).toBeVisible();
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);

  await open();
  await expect(page.getByLabel("By my rules")).toBeChecked();
  await page.getByLabel("Do not show it in the shop").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Hidden").first()).toBeVisible();
  const answer = await page.goto(`/s/${shop.slug}/order?plan=${offer?.planId}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "This plan is not sold any more" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a logo is uploaded, and a plan is priced", { tag: "@prove" }, async ({ page, signIn, stage }) => {
    const shop = await setUpShop(stage, await signIn());
    const file = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#a31" } })
      .png()
      .toBuffer();
    await page.goto("/storefront/shop");
    await page.getByLabel("A picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: file });
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("Your logo is saved.")).toBeVisible();
    await page.goto(`/storefront/prices/${shop.offers[0]?.planId}`);
    await page.getByLabel("Fixed price").check();
    await page.getByLabel("What customers pay").fill("4321");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("₦4,321.00").first()).toBeVisible();
  });
});

test("a logo is uploaded beside what is typed and not yet saved, drawn anew and kept by caches", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const shop = await setUpShop(stage, await signIn());
  const file = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#a31" } })
    .jpeg()
    .toBuffer();
  await page.goto("/storefront/shop");
  await page.getByLabel("Opening note").fill("Not saved yet");
  await page.getByLabel("A picture").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: file });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Your logo is saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the logo" })).toBeVisible();
  await expect(page.getByLabel("Opening note")).toHaveValue("Not saved yet");
  await expect(page.getByRole("figure").getByText("Not saved yet")).toBeVisible();
  const seen = page.waitForResponse(/\/picture\/[0-9a-f]{32}$/);
  await page.goto(`/s/${shop.slug}`);
  const headers = (await seen).headers();
  expect(headers["content-type"]).toBe("image/webp");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  await page.goto("/storefront/shop");
  await page
    .getByLabel("A picture")
    .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText(/Nothing was saved/)).toBeVisible();
});

test("the bell counts in the title, and says in a page that was never touched that it waits for a tap", async ({
  page: first,
  context,
  signIn,
  stage,
}) => {
  let page = first;
  const shop = await setUpShop(stage, await signIn());
  const listening = page.waitForResponse("**/storefront/events");
  await page.goto("/storefront");
  await listening;
  await page.getByRole("button", { name: "Ring for new orders" }).click();
  await expect(page.getByRole("button", { name: "Rings for new orders" })).toBeVisible();
  await expect(page).toHaveTitle(/^Storefront/);
  await customerOrder(stage, shop);
  await expect(page).toHaveTitle(/^\(1\) Storefront/);
  page = await context.newPage();
  // To the browser, whatever a test asks the page counts as a tap: the page itself says when the words are there.
  await page.addInitScript(sayWhenThere, "Tap to ring");
  const saysSo = page.waitForEvent("console", (message) => message.text() === "there: Tap to ring");
  await page.goto("/storefront");
  await saysSo;
  await page.getByRole("button", { name: "Tap to ring for new orders" }).click();
  await expect(page.getByRole("button", { name: "Rings for new orders" })).toBeVisible();
  await page.getByRole("button", { name: "Rings for new orders" }).click();
  await expect(page.getByRole("button", { name: "Ring for new orders" })).toBeVisible();
  await expect(page).toHaveTitle(/^Storefront/);
});

test("the poster prints on one sheet, and its code opens the shop also while it is closed", async ({
  page,
  signIn,
  stage,
}) => {
  const shop = await setUpShop(stage, await signIn());
  await page.goto("/storefront/poster");
  await expect(page.getByRole("heading", { name: shop.name })).toBeVisible();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  await setShopState(shop.owner, { state: "closed" });
  const code = page.waitForResponse(/qr\.svg$/);
  await page.goto("/storefront/share");
  expect((await code).status()).toBe(200);
});

/** Runs in the page. */
function sayWhenThere(words: string): void {
  const seen = new MutationObserver(() => {
    if (!document.body?.textContent.includes(words)) return;
    seen.disconnect();
    console.log(`there: ${words}`);
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}
