import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";
import { createTestShop, deliverCustomerOrder } from "./test-shop.ts";

test("reports a delivery issue, replies as admin, and shows the reply to the reseller", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const admin = await people.admin();
  const reseller = await signIn();
  const ctx = testResellerCtx(stage, reseller);
  const plan = await findTestPlan(stage, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByText("Report a delivery issue").click();
  await page.getByText("Check first").click();
  await expect(page.getByText("Network reference")).toBeVisible();
  await page.getByLabel("Details").fill("She looked twice.");
  await page.getByRole("button", { name: "Report issue" }).click();
  await expect(page.getByText("Choose what your customer saw.")).toBeVisible();
  await expect(page.getByLabel("Details")).toHaveValue("She looked twice.");
  await page.getByRole("radio", { name: "No data arrived" }).check();
  await page.getByRole("button", { name: "Report issue" }).click();
  await expect(page.getByText("In review")).toBeVisible();
  await expect(page.getByText("We’ll reply by")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases");
  await expect(page.getByText("Delivery issue", { exact: true })).toBeVisible();

  await signIn(admin);
  await page.goto(`/admin/review/delivery-issues?q=${ident}`);
  await page.locator(`a[href="/admin/review/delivery-issues/${ident}"]`).click();
  await expect(page.getByText("No data arrived. She looked twice.")).toBeVisible();
  // The text is there before the script that knows the keys.
  await expect(async () => {
    await page.keyboard.press("r");
    await expect(page.getByRole("radio", { name: "Failed: refund" })).toBeChecked({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel(/^Message to /)).toBeFocused();
  await page.getByLabel(/^Message to /).fill("The network took it back.");
  await page.getByLabel("Internal note").fill("ticket 4411");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send reply", exact: true }).click();
  await expect(page.getByText("Delivery issue reported.")).toBeVisible();
  const result = page.getByRole("status").filter({ hasText: `refunded to ${reseller.name}` });
  await expect(result).toBeVisible();
  await expect(page.locator(":focus")).toContainText(`refunded to ${reseller.name}`);
  await expect(result.getByRole("link", { name: "Next in the queue" })).toBeVisible();
  await expect(page.getByText("Refunded").first()).toBeVisible();

  await signIn(reseller);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText(/^The network reversed it\. /).first()).toBeVisible();
  await expect(page.getByText("The network took it back.", { exact: true })).toBeVisible();
  await expect(page.getByText("ticket 4411")).toBeHidden();
  await expectAccessible(page);
});

test("files a complaint without script, and shows the reply to the customer", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
  browser,
}) => {
  const shop = await createTestShop(stage, await signIn());
  const { code } = await deliverCustomerOrder(stage, shop);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: stage.member.url });
  const customer = await plain.newPage();
  await customer.goto(`/s/${shop.slug}/o/${code}`);
  await customer.getByRole("link", { name: "I didn’t receive it" }).click();
  await customer.getByLabel(/Anything else/).fill("I looked twice.");
  await customer.getByRole("button", { name: /^Report to / }).click();
  await expect(customer.getByText("Choose what you see.")).toBeVisible();
  await expect(customer.getByLabel(/Anything else/)).toHaveValue("I looked twice.");
  await customer.getByLabel("What do you see?").selectOption("No data arrived");
  await customer.getByRole("button", { name: /^Report to / }).click();
  await expect(customer.getByText("Delivery issue reported")).toBeVisible();
  await expect(customer.getByText("I didn’t receive it")).toBeHidden();

  await page.goto("/shop");
  await expect(page.getByText("“I looked twice.”")).toBeVisible();
  await page.getByRole("button", { name: /^Escalate / }).click();
  await expect(page.getByText("No orders to handle yet")).toBeVisible();
  await page.goto("/shop?show=all");
  await expect(page.getByText("In review")).toBeVisible();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await page.getByLabel("Reply", { exact: true }).fill("We asked the network.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("You: “We asked the network.”")).toBeVisible();
  await expectAccessible(page);
  await customer.reload();
  await expect(customer.getByText("“We asked the network.”")).toBeVisible();
  await expect(customer.getByText(/is checking it, with a reply by/)).toBeVisible();
  await plain.close();
});
