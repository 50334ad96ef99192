import { randomUUID } from "node:crypto";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { dateAtClock, dayOf } from "#lib/core/time/time";
import { addPurchaseToCreditBook } from "#lib/credit-book/credit-sale";
import { notifyDays } from "#lib/home/notify-days";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { setSellingPrice } from "#lib/sales/set-selling-price";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("sums up the day in the evening, and shares it as one image", async ({ page, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  await page.goto("/profit/day");
  await expect(page.getByText("You sold nothing today.")).toBeVisible();
  await expectAccessible(page);

  const sellingPrice = plan.price + 5_000n;
  const idents: string[] = [];
  for (let n = 0; n < 3; n++) idents.push((await buyTestPlan(ctx, plan, nextTestPhone())).ident);
  for (const ident of idents) await waitUntilSettled(ctx, ident, TEST_TIMEOUT_MS);
  const [first = "", second = ""] = idents;
  for (const ident of [first, second])
    await setSellingPrice(ctx, { ident, sellingPrice: formatDecimal(sellingPrice) });
  await addPurchaseToCreditBook(ctx, {
    key: randomUUID(),
    ident: first,
    amount: formatDecimal(sellingPrice),
  });

  await page.goto("/home");
  await page.getByRole("link", { name: "Today: sold 3, kept ₦100" }).click();
  const main = page.getByRole("main");
  await expect(main.locator("dl")).toHaveText(
    [
      ["Sold", "3", `Customers pay ${formatMoney(2n * sellingPrice)}`],
      ["Taken", formatMoney(sellingPrice), `${formatMoney(sellingPrice)} on credit`],
      ["Kept", "₦100", "1 sale without a price"],
      ["Owed", formatMoney(sellingPrice), `${formatMoney(sellingPrice)} new today`],
    ]
      .flat()
      .join(""),
  );
  await expect(page.getByRole("link", { name: "Add prices" })).toBeVisible();
  await expectAccessible(page);
  const image = page.waitForEvent("download");
  await page.getByRole("link", { name: "Share image" }).click();
  expect((await image).suggestedFilename()).toBe(`day-${dayOf(new Date())}.png`);
  await page.getByRole("link", { name: "Day before" }).click();
  await expect(page.getByText("You sold nothing on")).toBeVisible();
  await page.getByRole("link", { name: "Next day" }).click();

  await notifyDays(stage.database.systemCtx, { now: dateAtClock(dayOf(new Date()), "20:00") });
  await page.goto("/notifications");
  await page.getByText("Today: sold 3, kept ₦100").click();
  await expect(main).toContainText("Taken");
});
