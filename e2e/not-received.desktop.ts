import { expect, expectAccessible, test } from "./fixtures.ts";
import { deliveredOrder, setUpShop } from "./shop.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("what a customer did not receive is reported, answered at the desk, and read at once by the reseller", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const desk = await people.admin();
  const reseller = await signIn();
  const ctx = shopper(stage, reseller);
  const plan = await aPlan(stage, ctx);
  const { ident } = await buyNow(ctx, plan, freshPhone());
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByText("My customer did not receive it").click();
  await expect(page.getByText("Their reference")).toBeVisible();
  await page.getByLabel("What else we should know").fill("She looked twice.");
  await page.getByRole("button", { name: "Report it" }).click();
  await expect(page.getByText("Choose what your customer saw.")).toBeVisible();
  await expect(page.getByLabel("What else we should know")).toHaveValue("She looked twice.");
  await page.getByLabel("What your customer saw").selectOption("No data came");
  await page.getByRole("button", { name: "Report it" }).click();
  await expect(page.getByText("Being looked into")).toBeVisible();
  await expect(page.getByText("Answered by")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/purchases");
  await expect(page.getByText("Not received?")).toBeVisible();

  await signIn(desk);
  await page.goto(`/admin/cases?q=${ident}`);
  await page.locator(`a[href="/admin/cases/${ident}"]`).click();
  await expect(page.getByText("No data came. She looked twice.")).toBeVisible();
  await page.getByLabel("What you found").selectOption("It failed after all: money back");
  await page.getByLabel(/^What .* reads$/).fill("The network took it back.");
  await page.getByLabel("Note for us").fill("ticket 4411");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(page.getByText("Reported as not received.")).toBeVisible();
  await expect(page.getByText("Money back").first()).toBeVisible();

  await signIn(reseller);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText("The money is back in your wallet.").first()).toBeVisible();
  await expect(page.getByText("The network took it back.", { exact: true })).toBeVisible();
  await expect(page.getByText("ticket 4411")).toBeHidden();
  await expectAccessible(page);
});

test("a customer tells the shop without script, and reads what came of it", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
  browser,
}) => {
  const shop = await setUpShop(stage, await signIn());
  const { code } = await deliveredOrder(stage, shop);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: stage.member.url });
  const customer = await plain.newPage();
  await customer.goto(`/s/${shop.slug}/o/${code}`);
  await customer.getByRole("link", { name: "I did not receive it" }).click();
  await customer.getByLabel(/Anything else/).fill("I looked twice.");
  await customer.getByRole("button", { name: /^Tell / }).click();
  await expect(customer.getByText("Choose what you see.")).toBeVisible();
  await expect(customer.getByLabel(/Anything else/)).toHaveValue("I looked twice.");
  await customer.getByLabel("What do you see?").selectOption("No data came");
  await customer.getByRole("button", { name: /^Tell / }).click();
  await expect(customer.getByText("You did not receive it")).toBeVisible();
  await expect(customer.getByText("I did not receive it")).toBeHidden();

  await page.goto("/storefront");
  await expect(page.getByText("“I looked twice.”")).toBeVisible();
  await page.getByRole("button", { name: /^Ask / }).click();
  await expect(page.getByText("Nothing to do")).toBeVisible();
  await page.goto("/storefront?show=all");
  await expect(page.getByText("Being looked into")).toBeVisible();
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await page.getByLabel("Your words").fill("We asked the network.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("You: “We asked the network.”")).toBeVisible();
  await expectAccessible(page);
  await customer.reload();
  await expect(customer.getByText("“We asked the network.”")).toBeVisible();
  await expect(customer.getByText(/looks into it, until/)).toBeVisible();
  await plain.close();
});
