import sharp from "sharp";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { openShop } from "./shop.ts";

test("a reseller opens a shop in one form, and customers find it", async ({ page, signIn }) => {
  const person = await signIn();
  await page.goto("/storefront");
  await expectAccessible(page);
  await page.getByLabel("Its address").fill(`own-${person.id}`);
  await page.getByRole("button", { name: "Open the shop" }).click();
  await page.waitForURL("**/storefront/share");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/s/own-${person.id}`);
  await expect(page.getByRole("heading", { name: person.name })).toBeVisible();
});

test("the preview follows what is typed, and saving changes the shop", async ({ page, signIn, stage }) => {
  const person = await signIn();
  const shop = await openShop(stage, person);
  await page.goto("/storefront/shop");
  await page.getByLabel("Name", { exact: true }).fill("Ada's Corner");
  const preview = page.getByRole("figure");
  await expect(preview.getByText("Ada's Corner")).toBeVisible();
  await page.getByRole("radio", { name: "Violet" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved. Your shop shows it now.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/s/${shop.slug}`);
  await expect(page.getByRole("heading", { name: "Ada's Corner" })).toBeVisible();
});

test("prices follow rules and a plan's own price, and a loss is marked", async ({ page, signIn, stage }) => {
  await openShop(stage, await signIn());
  await page.goto("/storefront/prices");
  await expectAccessible(page);
  await page.getByLabel("Add", { exact: true }).fill("25");
  await page.getByRole("button", { name: "Set", exact: true }).first().click();
  await expect(page.getByText("Saved. The prices below follow it.")).toBeVisible();
  await expect(page.getByText("+ 25 %")).toBeVisible();
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByLabel("A price of its own").fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("One plan sells at a loss")).toBeVisible();
});

test("a logo is uploaded, drawn anew and kept by caches", async ({ page, signIn, stage }) => {
  const shop = await openShop(stage, await signIn());
  const file = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#a31" } })
    .jpeg()
    .toBuffer();
  await page.goto("/storefront/shop");
  await page.getByLabel("A picture").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: file });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByText("Your logo is saved.")).toBeVisible();
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

test("the poster prints on one sheet", async ({ page, signIn, stage }) => {
  const shop = await openShop(stage, await signIn());
  await page.goto("/storefront/poster");
  await expect(page.getByRole("heading", { name: shop.name })).toBeVisible();
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});
