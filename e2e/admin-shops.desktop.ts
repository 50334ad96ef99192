import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { createTestShop } from "./test-shop.ts";

test("finds, exports and closes a shop, and allows reopening it", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, allow }) => {
  allow(/404/);
  const owner = await people.reseller();
  const shop = await createTestShop(stage, owner);
  await createTestShop(stage, await people.reseller());
  await signIn(await people.admin());
  await page.goto("/admin/resellers/shops");
  await page.getByLabel("Shop, address or reseller").fill(owner.email);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/resellers/shops?q=**");
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/^"End of file"/);
  expect(lines[1]).toContain(shop.slug);
  const table = page.getByRole("table", { name: "Shops" });
  await expect(table.getByRole("link", { name: shop.name })).toBeVisible();

  await table.getByRole("button", { name: "Close shop" }).click();
  const dialog = page.getByRole("dialog", { name: `Close shop: ${shop.name}` });
  await dialog.getByRole("button", { name: "Close shop" }).click();
  await expect(dialog.getByText("Enter a reason in a few words.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Customers complained");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close shop" }).click();
  await expect(page.getByText("The shop is closed.")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(table.getByText("Closed by an admin")).toBeVisible();
  expect((await page.goto(`/s/${shop.slug}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: `${shop.name} is closed` })).toBeVisible();

  await page.goto(`/admin/resellers/${owner.id}`);
  await expect(page.getByText("“Customers complained”")).toBeVisible();

  const searchPath = `/admin/resellers/shops?state=shut&q=${owner.email}`;
  await page.goto(searchPath);
  await table.getByRole("button", { name: "Allow reopening" }).click();
  const lifting = page.getByRole("dialog", { name: `Allow reopening: ${shop.name}` });
  await lifting.getByLabel("Reason").fill("They settled it");
  await lifting.getByRole("button", { name: "Allow reopening" }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.goto(`/admin/resellers/shops?q=${owner.email}`);
  await expect(table.getByText("Closed by its reseller")).toBeVisible();
});

test("rejects closing a shop that another admin closed and shows their reason", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  browser,
}) => {
  const owner = await people.reseller();
  await createTestShop(stage, owner);
  const [first, second] = [await people.admin(), await people.admin()];
  await signIn(second);
  await page.goto(`/admin/resellers/shops?q=${owner.email}`);
  await page.getByRole("button", { name: "Close shop" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("I heard complaints");

  const otherContext = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(otherContext, first, stage.member.url);
  const there = await otherContext.newPage();
  await there.goto(`/admin/resellers/shops?q=${owner.email}`);
  await there.getByRole("button", { name: "Close shop" }).click();
  await there.getByRole("dialog").getByLabel("Reason").fill("Sold what it did not deliver");
  await there.getByRole("dialog").getByRole("button", { name: "Close shop" }).click();
  await expect(there.getByText("The shop is closed.")).toBeVisible();
  await otherContext.close();

  await page.getByRole("dialog").getByRole("button", { name: "Close shop" }).click();
  await expect(page.getByText(`${first.name} changed this today`)).toBeVisible();
  await expect(page.getByText("“Sold what it did not deliver”")).toBeVisible();
});
