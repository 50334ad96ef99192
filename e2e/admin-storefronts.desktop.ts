import { readFileSync } from "node:fs";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { setUpShop } from "./shop.ts";

test("an admin finds a shop, takes the list along, closes it with a reason, and lets it open again", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, allow }) => {
  allow(/404/);
  const owner = await people.reseller();
  const shop = await setUpShop(stage, owner);
  await setUpShop(stage, await people.reseller());
  await signIn(await people.admin());
  await page.goto("/admin/storefronts");
  await page.getByLabel("Shop, address or owner").fill(owner.email);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/storefronts?q=**");
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(shop.slug);
  const table = page.getByRole("table", { name: "Storefronts" });
  await expect(table.getByRole("link", { name: shop.name })).toBeVisible();

  await table.getByRole("button", { name: "Close" }).click();
  const dialog = page.getByRole("dialog", { name: `Close: ${shop.name}` });
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog.getByText("Say why, in a few words.")).toBeVisible();
  await dialog.getByLabel("Why").fill("Customers complained");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("The shop is closed.")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(table.getByText("Closed by us")).toBeVisible();
  expect((await page.goto(`/s/${shop.slug}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: `${shop.name} is closed` })).toBeVisible();

  await page.goto(`/admin/resellers/${owner.id}`);
  await expect(page.getByText("“Customers complained”")).toBeVisible();

  const found = `/admin/storefronts?state=shut&q=${owner.email}`;
  await page.goto(found);
  await table.getByRole("button", { name: "Allow opening again" }).click();
  const lifting = page.getByRole("dialog", { name: `Allow opening again: ${shop.name}` });
  await lifting.getByLabel("Why").fill("They settled it");
  await lifting.getByRole("button", { name: "Allow opening again" }).click();
  await expect(page.getByRole("heading", { name: "No shop matches" })).toBeVisible();
  await page.goto(`/admin/storefronts?q=${owner.email}`);
  await expect(table.getByText("Closed by its owner")).toBeVisible();
});

test("the second of two admins who close a shop is told what the first did", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  browser,
}) => {
  const owner = await people.reseller();
  await setUpShop(stage, owner);
  const [first, second] = [await people.admin(), await people.admin()];
  await signIn(second);
  await page.goto(`/admin/storefronts?q=${owner.email}`);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Why").fill("I heard complaints");

  const theirs = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(theirs, first, stage.member.url);
  const there = await theirs.newPage();
  await there.goto(`/admin/storefronts?q=${owner.email}`);
  await there.getByRole("button", { name: "Close" }).click();
  await there.getByLabel("Why").fill("Sold what it did not deliver");
  await there.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(there.getByText("The shop is closed.")).toBeVisible();
  await theirs.close();

  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(`${first.name} changed this today`)).toBeVisible();
  await expect(page.getByText("“Sold what it did not deliver”")).toBeVisible();
});
