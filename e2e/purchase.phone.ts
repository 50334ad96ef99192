import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("a purchase becomes Delivered before the reader's eyes, without reloading", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const phone = freshPhone();
  await sandbox.order("hold-before", { phone });
  const { ident } = await buyNow(ctx, plan, phone);
  const held = await sandbox.waitForPurchase({ phone }, { until: "held" });
  const listening = page.waitForResponse("**/api/events?*");
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "On its way" })).toBeVisible();
  await listening;
  await expectAccessible(page);
  await page.evaluate(() => {
    document.body.dataset.same = "page";
  });
  await sandbox.release(held.n);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-same", "page");
  await expectAccessible(page);
});

test("one whose answer was lost says what is known, what is not, and where the money is", async ({
  page,
  signIn,
  stage,
}) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone("0010"));
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
  await expect(
    page.getByText(/may have arrived, or not.+is set aside, neither spent nor lost/),
  ).toBeVisible();
  await expect(page.getByText("never sent twice")).toBeVisible();
  await expectAccessible(page);
});

test("one that failed says why, and that the money is back; one that never was, that it does not exist", async ({
  page,
  signIn,
  stage,
  allow,
}) => {
  allow(/404/);
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone("0001"));
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Failed, money back" })).toBeVisible();
  await expect(page.getByText(/is back in your wallet/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases/DT0");
  await expect(page.getByText("This purchase does not exist")).toBeVisible();
  await expectAccessible(page);
});

test("one that still waits can be cancelled, and the money is back", async ({
  page,
  signIn,
  stage,
  sandbox,
}) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const before = Array.from({ length: IN_FLIGHT }, () => freshPhone());
  for (const phone of before) {
    await sandbox.order("hold-before", { phone });
    await buyNow(ctx, plan, phone);
    await sandbox.waitForPurchase({ phone }, { until: "held" });
  }
  const waiting = freshPhone();
  const { ident } = await buyNow(ctx, plan, waiting);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText(/next in line/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel it" }).click();
  await expect(page.getByRole("heading", { name: "Cancelled" })).toBeVisible();
  await expect(page.getByText(/is back in your wallet/)).toBeVisible();
  await sandbox.release();
  expect((await sandbox.purchases()).map(({ body }) => body)).not.toContainEqual(
    expect.objectContaining({ mobile_number: waiting }),
  );
});

test("the references can be copied, or are selected where copying is not allowed, and the receipt prints on one page without the portal around it", {
  tag: "@prove",
}, async ({ page, context, signIn, stage }) => {
  const ctx = shopper(stage, await signIn());
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/purchases/${ident}`);
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

/** As many as a portal sends at once (UPSTREAM_IN_FLIGHT): while these are held, the next one waits. */
const IN_FLIGHT = 4;
