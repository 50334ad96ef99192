import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("updates a purchase to Delivered live, without a reload", async ({ page, signIn, stage, sandbox }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const phone = nextTestPhone();
  await sandbox.order("hold-before", { phone });
  const { ident } = await buyTestPlan(ctx, plan, phone);
  const held = await sandbox.waitForPurchase({ phone }, { until: "held" });
  const listening = page.waitForResponse("**/api/events?*");
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Processing" })).toBeVisible();
  await listening;
  await expectAccessible(page);
  const nextCustomer = page.getByRole("link", { name: "Next customer" });
  const place = await nextCustomer.boundingBox();
  await page.evaluate(() => {
    document.body.dataset.same = "page";
  });
  await sandbox.release(held.n);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-same", "page");
  expect(await nextCustomer.boundingBox(), "not moved under a thumb").toEqual(place);
  await expectAccessible(page);
});

test("explains the state and the hold of a purchase whose response was lost", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone("0010"));
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Unconfirmed" })).toBeVisible();
  await expect(page.getByText(/may have arrived, or not.+is on hold, not spent/)).toBeVisible();
  await expect(page.getByText("we won’t send it twice")).toBeVisible();
  await expect(page.getByRole("link", { name: "Buy again" })).toHaveCount(0);
  await expectCustomerMessage(page, "hasn’t confirmed it yet");
  await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/purchases/${ident}/receipt`);
  await expect(page).toHaveURL(`/purchases/${ident}`);
  expect((await page.request.get(`/purchases/${ident}/receipt/png`)).status()).toBe(404);
  await page.goto(`/buy?again=${ident}`);
  await expect(page.getByText("The first one may still arrive")).toBeVisible();
});

test("explains why a purchase failed and that it was refunded; explains that an unknown one doesn't exist", async ({
  page,
  signIn,
  stage,
  allow,
}) => {
  allow(/404/);
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone("0001"));
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Failed, refunded" })).toBeVisible();
  await expect(
    page.getByText(/is back in your wallet\. .+ can’t give this plan to .+\. Choose another plan\.$/),
  ).toBeVisible();
  await expect(page.getByText(/is not eligible for this plan/), "only in Details").toBeHidden();
  await expect(page.getByRole("link", { name: "Choose another plan" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Buy again" })).toHaveCount(0);
  await expectCustomerMessage(page, "didn’t go through, so you don’t pay for it");
  await expectAccessible(page);
  await page.goto("/purchases/DT0");
  await expect(page.getByText("Purchase not found")).toBeVisible();
  await expectAccessible(page);
});

test("cancels a queued purchase and refunds it", async ({ page, signIn, stage, sandbox }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const before = Array.from({ length: MAX_IN_FLIGHT }, () => nextTestPhone());
  for (const phone of before) {
    await sandbox.order("hold-before", { phone });
    await buyTestPlan(ctx, plan, phone);
    await sandbox.waitForPurchase({ phone }, { until: "held" });
  }
  const waiting = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, plan, waiting);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText(/Next in the queue/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel purchase" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel purchase" }).click();
  await expect(page.getByRole("heading", { name: "Cancelled, refunded" })).toBeVisible();
  await expect(page.getByText(/is back in your wallet/)).toBeVisible();
  await sandbox.release();
  expect((await sandbox.purchases()).map(({ body }) => body)).not.toContainEqual(
    expect.objectContaining({ mobile_number: waiting }),
  );
});

test("the references can be copied, or are selected where copying is not allowed, and the receipt prints on one page without the portal around it", {
  tag: "@prove",
}, async ({ page, context, signIn, stage }) => {
  const ctx = testResellerCtx(stage, await signIn());
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/purchases/${ident}`);
  await page.getByText("Details", { exact: true }).click();
  await page.getByRole("button", { name: "Copy reference" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ident);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy reference" }).click();
  expect(await page.evaluate(() => String(getSelection()))).toBe(ident);
  await page.getByRole("link", { name: "Receipt" }).click();
  await expect(page.getByRole("article")).toContainText(ident);
  await expectAccessible(page);
  await expect(page.getByRole("article")).not.toContainText("₦");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeHidden();
  for (const bar of await page.getByRole("navigation").all()) await expect(bar).toBeHidden();
  const paper = await page.pdf({ format: "A4" });
  expect(paper.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** The customer's own chat opens with words for the state of their purchase. */
async function expectCustomerMessage(page: Page, words: string) {
  const address = await page.getByRole("link", { name: "Tell customer" }).getAttribute("href");
  expect(new URL(address ?? "").searchParams.get("text")).toContain(words);
}

/** As many as a portal sends at once (UPSTREAM_IN_FLIGHT): while these are held, the next one waits. */
const MAX_IN_FLIGHT = 4;
