import { saveCustomer } from "#lib/customer/customer";
import { insertBundle } from "#lib/regular/testing/insert-bundle";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { changePlanPrice, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

const toE164 = (phone: string) => `+234${phone.slice(1)}`;

test("renews a number that is due in one tap from home's list, and the others as one batch", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  const [ada, ...others] = [nextTestPhone(), nextTestPhone(), nextTestPhone()] as const;
  const bundle = { resellerId: person.id, planId: plan.id, networkId: plan.networkId };
  for (const [n, phone] of [ada, ...others].entries())
    await insertBundle(stage.database.systemCtx, { ...bundle, phone: toE164(phone), hoursAgo: 29 * 24 - n });
  await saveCustomer(ctx, { phone: ada, name: "Ada Obi" });

  await page.goto("/home");
  await page.getByRole("link", { name: "3 bundles end soon" }).click();
  await expect(page.getByRole("heading", { name: "Due soon" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Renew .* for Ada Obi$/ }).click();
  await expect(page.getByRole("link", { name: /^Delivered for Ada Obi/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /for Ada Obi$/ })).toHaveCount(0);

  await page.getByRole("button", { name: /^Renew 2 for/ }).click();
  await page.getByRole("button", { name: /^Buy 2 for/ }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  await page.goto("/customers/due-soon");
  await expect(page.getByRole("link", { name: /^Delivered for / })).toHaveCount(3);
  await expect(page.getByRole("button", { name: /^Renew/ })).toHaveCount(0);
  await page.goto("/home");
  await expect(page.getByText(/end soon/)).toHaveCount(0);
  const [customer] = (await stage.database
    .sql`select id from customers where reseller_id = ${person.id}`) as {
    id: string;
  }[];
  await page.goto(`/customers/${customer?.id}`);
  await expect(page.getByText("Usually buys")).toBeVisible();
});

test("shows a new price before it renews", { tag: "@prove" }, async ({ page, signIn, stage, sandbox }) => {
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person), 1);
  await insertBundle(stage.database.systemCtx, {
    resellerId: person.id,
    planId: plan.id,
    networkId: plan.networkId,
    phone: toE164(nextTestPhone()),
    hoursAgo: 29 * 24,
  });
  await page.goto("/customers/due-soon");
  await expect(page.getByRole("button", { name: /^Renew 1 for/ })).toBeVisible();
  await changePlanPrice(stage, sandbox, plan.id, 5_000n);
  await page.getByRole("button", { name: /: MTN .* for / }).click();
  await expect(page.getByText(/^The price is now/)).toBeVisible();
  await expect(page).toHaveURL(/\/buy\?/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("explains an empty list, and renews the ticked numbers", { tag: "@prove" }, async ({
    page,
    signIn,
    stage,
  }) => {
    const person = await signIn();
    const plan = await findTestPlan(stage, testResellerCtx(stage, person));
    await page.goto("/customers/due-soon");
    await expect(page.getByText("No bundles end soon")).toBeVisible();
    const bundle = { resellerId: person.id, planId: plan.id, networkId: plan.networkId, hoursAgo: 29 * 24 };
    for (const phone of [nextTestPhone(), nextTestPhone()])
      await insertBundle(stage.database.systemCtx, { ...bundle, phone: toE164(phone) });
    await page.reload();
    await page.getByRole("checkbox").first().uncheck();
    await page.getByRole("button", { name: /^Renew 2 for/ }).click();
    await expect(page.getByRole("button", { name: /^Buy 1 for/ })).toBeVisible();
  });
});
