import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Page } from "playwright/test";
import { formatDecimal } from "#lib/core/money/money";
import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  listTestPlans,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("shows an empty state before the first purchase; keeps filters in the address, as removable chips, and in the CSV", async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await signIn());
  await page.goto("/purchases");
  await expect(page.getByText("No purchases yet")).toBeVisible();
  const plans = await listTestPlans(stage, ctx);
  const [first] = plans;
  const second = plans.find(({ networkId }) => networkId !== first?.networkId);
  if (!first || !second) throw new Error("too little is on sale");
  const [one, two] = [nextTestPhone(), nextTestPhone("0010")];
  await buyTestPlan(ctx, first, one);
  const { ident } = await buyTestPlan(ctx, second, two);
  await page.goto(`/purchases?network=${first.networkId}`);
  await expect(page.getByRole("main").getByText("Spent", { exact: true })).toBeVisible();
  await expect(tableRow(page, one)).toBeVisible();
  await expect(tableRow(page, two)).toHaveCount(0);
  await page.getByRole("link", { name: `Remove filter: ${first.networkName}` }).click();
  await expect(tableRow(page, two)).toBeVisible();
  await expect(page).toHaveURL(/\/purchases$/);
  for (const query of [ident, two, displayTestPhone(two), `+234${two.slice(1)}`]) {
    await page.getByLabel("Find purchases").fill(query);
    await page.getByLabel("Find purchases").press("Enter");
    // The result of the search before shows the same row.
    await expect(page.getByRole("link", { name: `Remove filter: “${query}”` })).toBeVisible();
    await expect(tableRow(page, one)).toHaveCount(0);
    await expect(tableRow(page, two)).toBeVisible();
  }
  await saveCustomer(ctx, { phone: two, name: "Ada Obi" });
  for (const query of [two.slice(-4), "ada", formatDecimal(second.price), "today ada"]) {
    await page.getByLabel("Find purchases").fill(query);
    await page.getByLabel("Find purchases").press("Enter");
    await expect(page.getByRole("link", { name: `Remove filter: “${query}”` })).toBeVisible();
    await expect(page.getByRole("table").getByRole("link", { name: /^Ada Obi, / })).toHaveCount(1);
  }
  await expect(page.getByText("Spent, today", { exact: true })).toBeVisible();
  await page.goto("/purchases?state=unconfirmed&from=2020-01-01&to=2099-12-31");
  await expect(tableRow(page, two)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^purchases-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(data.map(({ number, state }) => ({ number, state }))).toEqual([
    { number: displayTestPhone(two), state: "Unconfirmed" },
    expect.anything(),
  ]);
  expect(text.trim().split("\r\n").at(-1)).toMatch(/^"End of file"(,"")+$/);
  await page.goto("/purchases?to=2020-01-01");
  await expect(page.getByText("No matching purchases")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases?state=nonsense&network=99999999999&from=never&q=%00");
  await expect(tableRow(page, one)).toBeVisible();
});

test("keeps text typed into the search while an earlier result arrives", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await signIn());
  await buyTestPlan(ctx, await findTestPlan(stage, ctx), nextTestPhone());
  await page.goto("/purchases");
  const search = page.getByLabel("Find purchases");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/purchases\?.*q=ada/, async (route) => {
    await held;
    await route.continue();
  });
  await search.fill("ada");
  await search.press("Enter");
  await expect(page.getByRole("search")).toHaveAttribute("aria-busy", "true");
  await search.fill("ada obi");
  release();
  await expect(page.getByRole("link", { name: "Remove filter: “ada”" })).toBeVisible();
  await expect(search).toHaveValue("ada obi");
  await expect(search).toBeFocused();
  await search.press("Enter");
  await expect(page.getByRole("link", { name: "Remove filter: “ada obi”" })).toBeVisible();
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/purchases$/);
  await expect(search).toHaveValue("");
});

test("keeps the pages of a list stable while new purchases arrive, and sums all of them", {
  tag: "@prove",
}, async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const phones = Array.from({ length: 52 }, () => nextTestPhone());
  for (const phone of phones) await buyTestPlan(ctx, plan, phone);
  await page.goto("/purchases");
  await expect(page.getByText("Purchases52")).toBeVisible();
  const links = page.getByRole("table").getByRole("link");
  await expect(links).toHaveText(phones.slice(2).reverse().map(displayTestPhone));
  await page.getByRole("link", { name: "Older" }).click();
  await expect(links).toHaveText(phones.slice(0, 2).reverse().map(displayTestPhone));
  await buyTestPlan(ctx, plan, nextTestPhone());
  await page.reload();
  await expect(links).toHaveText(phones.slice(0, 2).reverse().map(displayTestPhone));
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(links).toHaveText(phones.slice(2).reverse().map(displayTestPhone));
});

/** Locates the link in a number's row. */
const tableRow = (page: Page, phone: string) =>
  page.getByRole("table").getByRole("link", { name: displayTestPhone(phone) });
