import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { formatMoney } from "#lib/core/money/money";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  listTestPlans,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("lists, filters and exports a reseller's wallet history", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await signIn(await people.reseller());
  const ctx = testResellerCtx(stage, reseller);
  const [plan] = await listTestPlans(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await buyTestPlan(ctx, plan, nextTestPhone());
  await page.goto("/wallet");
  const table = page.getByRole("table", { name: "Statement" });
  await expect(table.getByRole("row").filter({ hasText: "To begin with" })).toContainText("+₦100,000");
  await expect(table.getByRole("link", { name: "Bought" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/wallet?kind=credit");
  // The head, the day and the credit.
  await expect(page.getByRole("table", { name: "Statement" }).getByRole("row")).toHaveCount(3);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  expect(csv).toContain('"100000.00","100000.00","To begin with"');
});

test("hides the balance in this browser, on every page, until it is shown again", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await signIn(await people.reseller({ money: 123_400n }));
  const { id, price } = await findTestPlan(stage, testResellerCtx(stage, reseller));
  const balance = page.getByRole("region", { name: "Balance" });
  await page.goto("/home");
  await expect(balance).toContainText("1,234");
  await page.getByRole("button", { name: "Hide balance" }).click();
  await expect(balance).not.toContainText("1,234");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(balance).toContainText("Hidden");
  await page.reload();
  await expect(balance).toContainText("Hidden");
  await expect(balance).not.toContainText("1,234");
  await expectAccessible(page);
  await page.goto("/buy");
  await expect(page.getByText("Hidden", { exact: true })).toBeAttached();
  await expect(page.getByText("₦1,234")).toHaveCount(0);
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${id}&phone=${phone}`);
  const cost = formatMoney(price).replace(/^\D+/, "");
  const send = page.getByRole("button", { name: /^Send / });
  await expect(send).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(cost);
  await expectAccessible(page);
  await send.click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Delivered/ })).not.toContainText(cost);
  const main = page.getByRole("main");
  for (const path of ["/home", "/purchases"]) {
    await page.goto(path);
    await expect(main).toContainText(displayTestPhone(phone));
    await expect(main).not.toContainText(formatMoney(price));
    await expectAccessible(page);
  }
  await page.goto("/wallet");
  await page.getByRole("button", { name: "Show balance" }).click();
  const rest = formatMoney(123_400n - price).replace(/^\D+/, "");
  await expect(balance).toContainText(rest);
  await page.reload();
  await expect(balance).toContainText(rest);
  for (const path of ["/home", "/purchases"]) {
    await page.goto(path);
    await expect(main).toContainText(formatMoney(price));
  }
});

test("updates the wallet page live when it is credited", async ({ page, people, signIn, stage }) => {
  const reseller = await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet");
  await expect(page.getByText("No transactions yet")).toBeVisible();
  await postCredit(stage.database.systemCtx, { resellerId: reseller.id, amount: 100n, reason: "a coin" });
  await expect(page.getByText("+₦1", { exact: true })).toBeVisible();
});

test("sends payment details with a receipt, and keeps typed values after an error", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ money: 0n }));
  await page.goto("/wallet/fund");
  await page.getByLabel("Amount").fill("lots");
  await page.getByLabel("Bank reference").fill("TRF-77");
  await page.getByRole("button", { name: "Send payment details" }).click();
  await expect(page.getByText("Enter an amount from ₦0.01 to")).toBeVisible();
  await expect(page.getByLabel("Bank reference")).toHaveValue("TRF-77");
  await page.getByLabel("Amount").fill("2,500");
  const image = await sharp({ create: { width: 60, height: 80, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Payment receipt")
    .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: image });
  await expect(page.getByText("receipt.png", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send payment details" }).click();
  await expect(page.getByText("Payment details sent")).toBeVisible();
  await expect(page.getByText("In review")).toBeVisible();
  await expectAccessible(page);
});
