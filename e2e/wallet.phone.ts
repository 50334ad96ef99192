import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { credit } from "#lib/ledger/adjust";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyNow, freshPhone, onSale, shopper } from "./shopping.ts";

test("a reseller reads every move of their money, narrows it down, and takes it along", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await signIn(await people.reseller());
  const ctx = shopper(stage, reseller);
  const [plan] = await onSale(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await buyNow(ctx, plan, freshPhone());
  await page.goto("/wallet");
  const table = page.getByRole("table", { name: "Statement" });
  await expect(table.getByRole("row").filter({ hasText: "To begin with" })).toContainText("+₦100,000.00");
  await expect(table.getByRole("link", { name: "Bought" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/wallet?kind=credit");
  await expect(page.getByRole("table", { name: "Statement" }).getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain('"100000.00","100000.00","To begin with"');
});

test("the wallet changes before the eyes when money is added", async ({ page, people, signIn, stage }) => {
  const reseller = await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet");
  await expect(page.getByText("No money moved yet")).toBeVisible();
  await credit(stage.database.systemCtx, { resellerId: reseller.id, amount: 100n, reason: "a coin" });
  await expect(page.getByText("+₦1.00")).toBeVisible();
});

test("a payment is told with its picture, wrong fields come back as typed", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  await page.getByLabel("Amount").fill("lots");
  await page.getByLabel("The bank's reference").fill("TRF-77");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Write an amount above zero")).toBeVisible();
  await expect(page.getByLabel("The bank's reference")).toHaveValue("TRF-77");
  await page.getByLabel("Amount").fill("2,500");
  const picture = await sharp({ create: { width: 60, height: 80, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Picture of the payment")
    .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: picture });
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("We have it")).toBeVisible();
  await expect(page.getByText("Being looked at")).toBeVisible();
  await expectAccessible(page);
});
