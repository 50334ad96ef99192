import { readFile } from "node:fs/promises";
import Papa from "papaparse";
import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, onSale, shopper, shown } from "./shopping.ts";

test("who never bought is told what will be here; then filters stand in the address, as chips that can be taken off, and in the CSV", async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = shopper(stage, await signIn());
  await page.goto("/purchases");
  await expect(page.getByText("You have not bought anything yet")).toBeVisible();
  const plans = await onSale(stage, ctx);
  const [first] = plans;
  const second = plans.find(({ networkId }) => networkId !== first?.networkId);
  if (!first || !second) throw new Error("too little is on sale");
  const [one, two] = [freshPhone(), freshPhone("0010")];
  await buyNow(ctx, first, one);
  const { ident } = await buyNow(ctx, second, two);
  await page.goto(`/purchases?network=${first.networkId}`);
  await expect(row(page, one)).toBeVisible();
  await expect(row(page, two)).toHaveCount(0);
  await page.getByRole("link", { name: `Remove filter: ${first.networkName}` }).click();
  await expect(row(page, two)).toBeVisible();
  await expect(page).toHaveURL(/\/purchases$/);
  for (const found of [ident, two, shown(two), `+234${two.slice(1)}`]) {
    await page.getByLabel("Number or reference").fill(found);
    await page.getByLabel("Number or reference").press("Enter");
    await expect(row(page, one)).toHaveCount(0);
    await expect(row(page, two)).toBeVisible();
  }
  await page.goto("/purchases?state=unconfirmed&from=2020-01-01&to=2099-12-31");
  await expect(row(page, two)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^purchases-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(data.map(({ number, state }) => ({ number, state }))).toEqual([
    { number: shown(two), state: "Not confirmed yet" },
  ]);
  await page.goto("/purchases?to=2020-01-01");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases?state=nonsense&network=99999999999&from=never&q=%00");
  await expect(row(page, one)).toBeVisible();
});

test("pages stay as they are while new purchases come in, and the totals are of all of them", async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const phones = Array.from({ length: 52 }, () => freshPhone());
  for (const phone of phones) await buyNow(ctx, plan, phone);
  await page.goto("/purchases");
  await expect(page.getByText("Purchases52")).toBeVisible();
  const links = page.getByRole("table").getByRole("link");
  await expect(links).toHaveText(phones.slice(2).reverse().map(shown));
  await page.getByRole("link", { name: "Older" }).click();
  await expect(links).toHaveText(phones.slice(0, 2).reverse().map(shown));
  await buyNow(ctx, plan, freshPhone());
  await page.reload();
  await expect(links).toHaveText(phones.slice(0, 2).reverse().map(shown));
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(links).toHaveText(phones.slice(2).reverse().map(shown));
});

/** The row of a number, as its link. */
const row = (page: Page, phone: string) => page.getByRole("table").getByRole("link", { name: shown(phone) });
