import { formatMoney } from "#lib/core/money/money";
import { getBalance } from "#lib/ledger/wallet";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import type { TestSystem } from "./harness.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

/** Offers the level above those of test accounts, or nothing. */
async function offer(
  { database }: TestSystem,
  wanted: { open?: "no"; price?: string; volume?: string } = {},
) {
  const { systemCtx } = database;
  const [top] = (await listUpgradeOffers(systemCtx)).filter(({ level }) => level === "api");
  await setUpgradeOffer(systemCtx, {
    level: "api",
    open: "yes",
    price: "",
    volume: "",
    version: top?.version ?? 0,
    reason: "for the test",
    ...wanted,
  });
}

test.afterEach(({ stage }) => offer(stage, { open: "no" }));

test("shows what the next level would have saved, and sells it once from the wallet", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const person = await signIn(await people.reseller({ level: "smart_earner" }));
  await page.goto("/earn");
  await expect(page.getByRole("heading", { name: "No higher level yet" })).toBeVisible();
  await expectAccessible(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 320, height });
  await offer(stage, { price: "2,500,000" });
  await page.goto("/earn");
  await expect(page.getByText("₦2,500,000", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width, height });
  await offer(stage, { price: "5,000" });
  const ctx = testResellerCtx(stage, person);
  await buyTestPlan(ctx, await findTestPlan(stage, ctx), nextTestPhone());
  await page.goto("/earn");
  await expect(page.getByText("With API prices, you’d have saved this month")).toBeVisible();
  await expect(page.getByText(/^On 1 delivery for ₦/)).toBeVisible();
  await expect(page.getByText(/^about ₦/)).toBeVisible();
  await expect(page.getByText(/^in (about \d+ months|more than a year)$/)).toBeVisible();
  await expectAccessible(page);
  const { wallet } = await getBalance(ctx);
  await page.getByRole("button", { name: `Pay ${formatMoney(500_000n)} for API` }).click();
  await expect(page.getByText("Your level is API", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No higher level yet" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Earlier requests" })).toContainText("Approved");
  await expectAccessible(page);
  expect((await getBalance(ctx)).wallet).toBe(wallet - 500_000n);
  await page.goto("/wallet?kind=upgrade");
  await expect(page.getByRole("table")).toContainText("Level API");
  await page.goto("/profit");
  await expect(page.getByText("Paid for level upgrades")).toBeVisible();
});

test("requests a level, which an admin rejects with a reason that the reseller reads", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  await offer(stage, { volume: "500,000" });
  const reseller = await signIn();
  await page.goto("/earn");
  await expect(
    page.getByRole("heading", { name: `Free when you buy ${formatMoney(50_000_000n)} of data in 30 days` }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Request API" }).click();
  await expect(page.getByText("Request sent")).toBeVisible();
  await expect(page.getByText("Request for API in review")).toBeVisible();
  await expectAccessible(page);

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.getByRole("link", { name: /level upgrades? to review/ }).click();
  // The queue redirects to its first item; in between, the document has no title.
  await expect(page).toHaveURL(/item=upgrade/);
  await expect(page).toHaveTitle(/Review queue/);
  await expectAccessible(page);
  await page.getByText("Reject request").first().click();
  const form = page.locator("#reject");
  await form.getByLabel("Reason").fill("Sell a little more first");
  await form.getByRole("button", { name: "Reject request" }).click();
  await expect(page.getByText("Rejected. Nothing changed")).toBeVisible();
  await page.goto("/admin/resellers/upgrades?state=rejected");
  await expect(page.getByText("Sell a little more first")).toBeVisible();
  await expectAccessible(page);

  await signIn(reseller);
  await page.goto("/earn");
  await expect(page.getByRole("list", { name: "Earlier requests" })).toContainText(
    "Sell a little more first",
  );
  await expect(page.getByText(/^The reason is below\. You can request API again from/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Request API" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/notifications");
  await expect(page.getByText("Level upgrade rejected: API")).toBeVisible();
});

test("offers a level with a price and a volume, and keeps typed values beside an error", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const approver = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/resellers/upgrades");
  await page.locator("summary", { hasText: /^API.*Not offered$/ }).click();
  const form = page.locator("#offer-api");
  await form.getByLabel("Offered").selectOption("yes");
  await form.getByLabel("Price").fill("lots");
  await form.getByLabel("Reason").fill("Our best resellers ask for it");
  await form.getByRole("button", { name: "Save offer" }).click();
  await expect(form.getByText("Enter an amount from ₦0.01 to")).toBeVisible();
  await form.getByLabel("Price").fill("5,000");
  await form.getByLabel("Volume").fill("500,000");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save offer" }).click();
  await expect(page.getByText("Approval requested. Nothing changed yet")).toBeVisible();
  await signIn(approver);
  await page.goto("/admin/review/approvals");
  const request = page.getByRole("listitem").filter({ hasText: "Our best resellers ask for it" });
  await request.getByRole("button", { name: "Approve" }).click();
  await expect(request).toHaveCount(0);
  await page.goto("/admin/resellers/upgrades");
  await expect(page.locator("summary").filter({ hasText: /^API/ })).toHaveText(
    `API${formatMoney(50_000_000n)} in 30 days${formatMoney(500_000n)}`,
  );
  expect((await listUpgradeOffers(stage.database.systemCtx)).at(-1)).toMatchObject({
    open: true,
    price: 500_000n,
  });
});
